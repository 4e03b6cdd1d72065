// What is derived from the fields of a struct.
#include "core/base/fields.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

using namespace agent_runtime;
using nlohmann::json;

namespace {

enum class Shade { light, dark, none };

} // namespace

template <>
struct agent_runtime::Choices<Shade> {
	static constexpr std::array<std::string_view, 3> NAMES = { "light", "dark", "none" };
	static constexpr Shade OTHER = Shade::none;
};

namespace {

struct Leaf {
	std::int16_t length = 3;
	Shade shade = Shade::light;

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "length", .min = -9, .max = 9 }, &Leaf::length),
			bind({ .name = "shade" }, &Leaf::shade) };
	}
};

struct Tree {
	AgentId owner;
	std::optional<std::string> name;
	std::vector<Leaf> leaves;
	std::map<std::string, Leaf> named;
	std::shared_ptr<const Leaf> newest;
	int rings = 0;

	static constexpr auto fields() {
		return join_rows(
				FieldRows{
						bind({ .name = "owner" }, &Tree::owner),
						bind({ .name = "name", .max_length = 4 }, &Tree::name),
						bind({ .name = "leaves", .max_length = 2 }, &Tree::leaves),
						bind({ .name = "named" }, &Tree::named),
						bind(
								{ .name = "years" },
								[](const Tree &tree) { return tree.rings * 2; },
								[](Tree &tree, int years) { tree.rings = years / 2; }),
						derived_field({ .name = "is_old" },
								[](const Tree &tree) { return tree.rings > 50; }),
				},
				part_fields(&Tree::newest));
	}
};

Tree a_tree() {
	return { AgentId(7), "oak", { { 1, Shade::dark } }, { { "top", { 2, Shade::none } } },
		std::make_shared<const Leaf>(Leaf{ 5, Shade::dark }), 60 };
}

} // namespace

TEST_SUITE("fields of a struct") {
	TEST_CASE("are written as members, those of a part among those of the whole") {
		CHECK(write_fields(a_tree()) ==
				json{ { "owner", "agent_007" }, { "name", "oak" },
						{ "leaves", { { { "length", 1 }, { "shade", "dark" } } } },
						{ "named", { { "top", { { "length", 2 }, { "shade", "none" } } } } },
						{ "years", 120 }, { "is_old", true }, { "length", 5 },
						{ "shade", "dark" } });
	}

	TEST_CASE("are read back as they were written") {
		const json written = write_fields(a_tree());
		CHECK(write_fields(load_fields<Tree>(written)) == written);
	}

	TEST_CASE("that stand for nothing are left out, and then keep their defaults") {
		Tree tree = a_tree();
		tree.owner = AgentId();
		tree.name.reset();
		const json written = write_fields(tree);
		CHECK_FALSE(written.contains("owner"));
		CHECK_FALSE(written.contains("name"));
		const Tree read = load_fields<Tree>(json::object());
		CHECK_FALSE(read.name.has_value());
		CHECK(read.rings == 0);
		REQUIRE(read.newest != nullptr);
		CHECK(read.newest->length == 3);
	}

	TEST_CASE("of a shared part are changed in a copy") {
		Tree tree = a_tree();
		const std::shared_ptr<const Leaf> before = tree.newest;
		load_fields(json{ { "length", 8 } }, tree);
		CHECK(before->length == 5);
		CHECK(tree.newest->length == 8);
	}

	TEST_CASE("that follow from others are not read") {
		CHECK(load_fields<Tree>(json{ { "is_old", true } }).rings == 0);
		CHECK(write_fields(load_fields<Tree>(json{ { "is_old", true } })).at("is_old") == false);
	}

	TEST_CASE("of another type give a default, and a number the nearest that fits") {
		const json wrong{ { "owner", 7 }, { "name", 1 }, { "leaves", "x" }, { "named", 2 },
			{ "years", json::array() }, { "length", 1e9 }, { "shade", "pink" } };
		const Tree read = load_fields<Tree>(wrong);
		CHECK(read.owner.is_none());
		CHECK(read.leaves.empty());
		CHECK(read.named.empty());
		CHECK(read.newest->length == std::numeric_limits<std::int16_t>::max());
		CHECK(read.newest->shade == Shade::none);
	}

	TEST_CASE("a problem is named by its path") {
		Tree tree = a_tree();
		tree.leaves.push_back({ 10, Shade::dark });
		const MaybeProblem problem = check_fields(FieldPath(), tree);
		REQUIRE(problem.has_value());
		CHECK(problem->field == "leaves[1].length");
		CHECK_FALSE(check_fields(FieldPath(), a_tree()).has_value());
		const Result<Tree> parsed =
				parse_fields<Tree>(json{ { "named", { { "top", { { "shade", "pink" } } } } } });
		CHECK(parsed.status().field() == "named.top.shade");
	}

	TEST_CASE("an id that is none is a problem, and so is what nobody knows") {
		CHECK(parse_fields<Tree>(json{ { "owner", "agent_" } }).status().field() == "owner");
		CHECK_FALSE(parse_fields<Tree>(json{ { "branches", 1 } }).ok());
		CHECK(parse_fields<Tree>(json::object()).ok());
	}

	TEST_CASE("the bound of a list counts its items, and that of a text its characters") {
		CHECK(parse_fields<Tree>(json{ { "leaves", { Leaf().length, 1, 2 } } }).status().field() ==
				"leaves");
		CHECK(parse_fields<Tree>(json{ { "name", "übel" } }).ok());
		CHECK(parse_fields<Tree>(json{ { "name", "ulmen" } }).status().field() == "name");
	}
}
