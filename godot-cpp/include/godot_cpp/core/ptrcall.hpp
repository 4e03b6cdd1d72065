#pragma once

#include <godot_cpp/core/enum_cast.hpp>
#include <godot_cpp/core/interface.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <type_traits>

// How each C++ type crosses the engine's typed calls: integers and enums as 64 bits, floats as
// doubles, objects as the engine's pointer, everything else by its address. No call allocates.

typedef void GodotObject;

namespace godot {

class Object;
template <typename T>
class Ref;

namespace internal {

Object *get_object_instance_binding(GodotObject *p_object);

} // namespace internal

// Builtin types: the C++ object is the engine's own representation.
template <typename T, typename = void>
struct PtrToArg {
	typedef T EncodeT;
	static constexpr bool by_address = true;
	static const T &convert(const void *p_ptr) { return *static_cast<const T *>(p_ptr); }
	static void encode(const T &p_value, void *p_ptr) { *static_cast<T *>(p_ptr) = p_value; }
};

template <typename T>
struct PtrToArg<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>> {
	typedef int64_t EncodeT;
	static constexpr bool by_address = false;
	static T convert(const void *p_ptr) {
		return static_cast<T>(*static_cast<const int64_t *>(p_ptr));
	}
	static void encode(T p_value, void *p_ptr) {
		*static_cast<int64_t *>(p_ptr) = static_cast<int64_t>(p_value);
	}
};

template <>
struct PtrToArg<bool> {
	typedef GDExtensionBool EncodeT;
	static constexpr bool by_address = false;
	static bool convert(const void *p_ptr) {
		return *static_cast<const GDExtensionBool *>(p_ptr) != 0;
	}
	static void encode(bool p_value, void *p_ptr) {
		*static_cast<GDExtensionBool *>(p_ptr) = p_value;
	}
};

template <typename T>
struct PtrToArg<T, std::enable_if_t<std::is_floating_point_v<T>>> {
	typedef double EncodeT;
	static constexpr bool by_address = false;
	static T convert(const void *p_ptr) {
		return static_cast<T>(*static_cast<const double *>(p_ptr));
	}
	static void encode(T p_value, void *p_ptr) { *static_cast<double *>(p_ptr) = p_value; }
};

template <typename T>
struct PtrToArg<BitField<T>> {
	typedef int64_t EncodeT;
	static constexpr bool by_address = false;
	static BitField<T> convert(const void *p_ptr) { return *static_cast<const int64_t *>(p_ptr); }
	static void encode(BitField<T> p_value, void *p_ptr) {
		*static_cast<int64_t *>(p_ptr) = p_value;
	}
};

template <>
struct PtrToArg<ObjectID> {
	typedef uint64_t EncodeT;
	static constexpr bool by_address = false;
	static ObjectID convert(const void *p_ptr) {
		return ObjectID(*static_cast<const uint64_t *>(p_ptr));
	}
	static void encode(const ObjectID &p_value, void *p_ptr) {
		*static_cast<uint64_t *>(p_ptr) = p_value;
	}
};

template <typename T>
struct PtrToArg<T *> {
	typedef GodotObject *EncodeT;
	static constexpr bool by_address = false;
	static T *convert(const void *p_ptr) {
		// For null a script passes no object, not even the place of one.
		if (p_ptr == nullptr) {
			return nullptr;
		}
		GodotObject *object = *static_cast<GodotObject *const *>(p_ptr);
		return std::remove_const_t<T>::template cast_to<std::remove_const_t<T>>(
				internal::get_object_instance_binding(object));
	}
	static void encode(T *p_value, void *p_ptr) {
		*static_cast<GodotObject **>(p_ptr) = p_value == nullptr ? nullptr : p_value->_owner;
	}
};

namespace internal {

// One argument on its way into the engine; lives as long as the call.
template <typename T, bool by_address = PtrToArg<T>::by_address>
struct Argument {
	typename PtrToArg<T>::EncodeT value{};
	explicit Argument(const T &p_value) { PtrToArg<T>::encode(p_value, &value); }
	const void *ptr() const { return &value; }
};

template <typename T>
struct Argument<T, true> {
	const T *value;
	explicit Argument(const T &p_value) :
			value(&p_value) {}
	const void *ptr() const { return value; }
};

// A result as the engine wrote it; Ref takes over the reference that came with it.
template <typename R>
struct TakeResult {
	static R take(const void *p_result) { return PtrToArg<R>::convert(p_result); }
};

// Calls p_call(arguments, result) and turns the engine's result into an R.
template <typename R, typename C, typename... A>
R call_with(const C &p_call, const A &...p_arguments) {
	const GDExtensionConstTypePtr arguments[sizeof...(A) + 1] = { p_arguments.ptr()..., nullptr };
	if constexpr (std::is_void_v<R>) {
		p_call(arguments, nullptr);
	} else if constexpr (std::is_pointer_v<R>) {
		GodotObject *result = nullptr;
		p_call(arguments, &result);
		return PtrToArg<R>::convert(&result);
	} else if constexpr (PtrToArg<R>::by_address) {
		R result;
		p_call(arguments, &result);
		return result;
	} else {
		typename PtrToArg<R>::EncodeT result{};
		p_call(arguments, &result);
		return TakeResult<R>::take(&result);
	}
}

template <typename R = void, typename... A>
R call_method(GDExtensionMethodBindPtr p_method, GodotObject *p_self, const A &...p_arguments) {
	return call_with<R>(
			[=](const GDExtensionConstTypePtr *p_encoded, GDExtensionTypePtr r_result) {
				// A method that this engine lacks was reported when it was looked up.
				if (p_method != nullptr) {
					gdextension_interface_object_method_bind_ptrcall(
							p_method, p_self, p_encoded, r_result);
				}
			},
			Argument<A>(p_arguments)...);
}

template <typename R = void, typename... A>
R call_builtin(
		GDExtensionPtrBuiltInMethod p_method, GDExtensionTypePtr p_self, const A &...p_arguments) {
	return call_with<R>(
			[=](const GDExtensionConstTypePtr *p_encoded, GDExtensionTypePtr r_result) {
				p_method(p_self, p_encoded, r_result, sizeof...(A));
			},
			Argument<A>(p_arguments)...);
}

template <typename... A>
void construct_builtin(GDExtensionPtrConstructor p_constructor,
		GDExtensionUninitializedTypePtr p_self, const A &...p_arguments) {
	call_with<void>([=](const GDExtensionConstTypePtr *p_encoded,
							GDExtensionTypePtr) { p_constructor(p_self, p_encoded); },
			Argument<A>(p_arguments)...);
}

template <typename R = bool, typename L, typename Rhs>
R call_operator(GDExtensionPtrOperatorEvaluator p_operator, const L &p_left, const Rhs &p_right) {
	return call_with<R>(
			[=](const GDExtensionConstTypePtr *p_encoded, GDExtensionTypePtr r_result) {
				p_operator(p_encoded[0], p_encoded[1], r_result);
			},
			Argument<L>(p_left), Argument<Rhs>(p_right));
}

template <typename R = void, typename... A>
R call_utility(GDExtensionPtrUtilityFunction p_function, const A &...p_arguments) {
	return call_with<R>(
			[=](const GDExtensionConstTypePtr *p_encoded, GDExtensionTypePtr r_result) {
				p_function(r_result, p_encoded, sizeof...(A));
			},
			Argument<A>(p_arguments)...);
}

Variant call_method_vararg(GDExtensionMethodBindPtr p_method, GodotObject *p_self,
		const Variant **p_args, GDExtensionInt p_argument_count);

// Found once by each caller and kept; an unknown method is reported by name and gives null.
GDExtensionMethodBindPtr get_method_bind(
		const char *p_class, const char *p_method, GDExtensionInt p_hash);
GodotObject *get_singleton(const char *p_name);

} // namespace internal

} // namespace godot
