#pragma once

#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/core/object.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace godot {

// A bound C++ method: its description and the two ways in which the engine calls it. `call` brings
// Variants, of which some may be missing or of another type; `ptrcall` brings exactly typed values
// and is only used by callers that have checked them. Owned by ClassDB; constant after binding.
class MethodBind {
public:
	virtual ~MethodBind() = default;

	// Runs the method. False, with r_error saying why, when the arguments don't fit it.
	virtual bool call(GDExtensionClassInstancePtr p_instance, const Variant *const *p_args,
			GDExtensionInt p_argument_count, Variant &r_return,
			GDExtensionCallError &r_error) const = 0;
	virtual void ptrcall(GDExtensionClassInstancePtr p_instance,
			const GDExtensionConstTypePtr *p_args, GDExtensionTypePtr r_return) const = 0;

	StringName name;
	uint32_t flags = GDEXTENSION_METHOD_FLAGS_DEFAULT;
	bool has_return = false;
	// [0] is the result, the arguments follow.
	std::vector<PropertyInfo> types;
	std::vector<GDExtensionClassMethodArgumentMetadata> metadata;
	std::vector<Variant> default_arguments;

	bool is_static() const { return (flags & GDEXTENSION_METHOD_FLAG_STATIC) != 0; }
	int get_argument_count() const { return static_cast<int>(types.size()) - 1; }
};

namespace internal {

// Splits the type of a function or method into what the calls below need.
template <typename F>
struct Signature;

template <typename C, bool is_method_const, bool is_free, typename R, typename... A>
struct SignatureOf {
	typedef C Class;
	typedef R Return;
	static constexpr bool is_const = is_method_const;
	static constexpr bool is_static = is_free;
	static constexpr int count = sizeof...(A);

	template <template <typename...> class To>
	using Arguments = To<std::decay_t<A>...>;
};

template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...)> : SignatureOf<C, false, false, R, A...> {};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) const> : SignatureOf<C, true, false, R, A...> {};
template <typename R, typename... A>
struct Signature<R (*)(A...)> : SignatureOf<void, false, true, R, A...> {};

template <typename T>
void append_type(MethodBind &r_bind) {
	if constexpr (std::is_void_v<T>) {
		r_bind.types.push_back(PropertyInfo());
		r_bind.metadata.push_back(GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE);
	} else {
		r_bind.types.push_back(GetTypeInfo<T>::get_class_info());
		r_bind.metadata.push_back(GetTypeInfo<T>::METADATA);
	}
}

// Puts the default values behind the given arguments; false when there are too few or too many.
bool complete_arguments(const MethodBind &p_bind, const Variant *const *p_args,
		GDExtensionInt p_given, const Variant **r_complete, GDExtensionCallError &r_error);

template <typename F>
class FunctionBind : public MethodBind {
	typedef Signature<F> Sig;
	typedef typename Sig::Class Class;
	typedef typename Sig::Return Return;

	F function;

	template <typename... A>
	struct List {
		typedef std::index_sequence_for<A...> Indices;

		static void describe(MethodBind &r_bind) { (append_type<A>(r_bind), ...); }

		template <size_t... I>
		static bool check(const Variant *const *p_args, GDExtensionCallError &r_error,
				std::index_sequence<I...>) {
			(void)p_args;
			int bad = -1;
			(void)((accepts_argument<A>(*p_args[I]) || (bad = static_cast<int>(I), false)) && ...);
			if (bad < 0) {
				return true;
			}
			constexpr Variant::Type wanted[] = { GetTypeInfo<A>::VARIANT_TYPE..., Variant::NIL };
			r_error.error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
			r_error.argument = bad;
			r_error.expected = wanted[bad];
			return false;
		}

		template <size_t... I>
		static Return call(const FunctionBind *p_bind, Class *p_self, const Variant *const *p_args,
				std::index_sequence<I...>) {
			(void)p_args;
			return p_bind->invoke(p_self, VariantCaster<A>::cast(*p_args[I])...);
		}

		template <size_t... I>
		static Return ptrcall(const FunctionBind *p_bind, Class *p_self,
				const GDExtensionConstTypePtr *p_args, std::index_sequence<I...>) {
			(void)p_args;
			return p_bind->invoke(p_self, PtrToArg<A>::convert(p_args[I])...);
		}
	};
	typedef typename Sig::template Arguments<List> Arguments;
	typedef typename Arguments::Indices Indices;

	template <typename... V>
	Return invoke(Class *p_self, V &&...p_values) const {
		if constexpr (Sig::is_static) {
			(void)p_self;
			return function(std::forward<V>(p_values)...);
		} else {
			return (p_self->*function)(std::forward<V>(p_values)...);
		}
	}

	static Class *self(GDExtensionClassInstancePtr p_instance) {
		if constexpr (Sig::is_static) {
			return nullptr;
		} else {
			return static_cast<Class *>(static_cast<Wrapped *>(p_instance));
		}
	}

public:
	explicit FunctionBind(F p_function) :
			function(p_function) {
		typedef std::decay_t<Return> Result;
		has_return = !std::is_void_v<Result>;
		append_type<Result>(*this);
		Arguments::describe(*this);
		flags |= Sig::is_const ? GDEXTENSION_METHOD_FLAG_CONST : 0;
		flags |= Sig::is_static ? GDEXTENSION_METHOD_FLAG_STATIC : 0;
	}

	bool call(GDExtensionClassInstancePtr p_instance, const Variant *const *p_args,
			GDExtensionInt p_argument_count, Variant &r_return,
			GDExtensionCallError &r_error) const override {
		const Variant *args[Sig::count + 1];
		if (!complete_arguments(*this, p_args, p_argument_count, args, r_error) ||
				!Arguments::check(args, r_error, Indices())) {
			return false;
		}
		if constexpr (std::is_void_v<Return>) {
			Arguments::call(this, self(p_instance), args, Indices());
		} else {
			r_return = to_variant<std::decay_t<Return>>(
					Arguments::call(this, self(p_instance), args, Indices()));
		}
		return true;
	}

	void ptrcall(GDExtensionClassInstancePtr p_instance, const GDExtensionConstTypePtr *p_args,
			GDExtensionTypePtr r_return) const override {
		if constexpr (std::is_void_v<Return>) {
			Arguments::ptrcall(this, self(p_instance), p_args, Indices());
		} else {
			PtrToArg<std::decay_t<Return>>::encode(
					Arguments::ptrcall(this, self(p_instance), p_args, Indices()), r_return);
		}
	}
};

// A method that takes any number of arguments: R m(const Variant **, GDExtensionInt, error &).
template <typename C, typename R>
class VarargBind : public MethodBind {
	typedef R (C::*Method)(const Variant **, GDExtensionInt, GDExtensionCallError &);
	Method method;

public:
	VarargBind(Method p_method, const MethodInfo &p_info, bool p_return_nil_is_variant) :
			method(p_method) {
		flags |= GDEXTENSION_METHOD_FLAG_VARARG;
		has_return = !std::is_void_v<R>;
		append_type<R>(*this);
		if (has_return && p_info.return_val.type != Variant::NIL) {
			types[0] = p_info.return_val;
		} else if (has_return && !p_return_nil_is_variant) {
			types[0].usage &= ~static_cast<uint32_t>(PROPERTY_USAGE_NIL_IS_VARIANT);
		}
		for (const PropertyInfo &argument : p_info.arguments) {
			types.push_back(argument);
			metadata.push_back(GDEXTENSION_METHOD_ARGUMENT_METADATA_NONE);
		}
	}

	bool call(GDExtensionClassInstancePtr p_instance, const Variant *const *p_args,
			GDExtensionInt p_argument_count, Variant &r_return,
			GDExtensionCallError &r_error) const override {
		C *self = static_cast<C *>(static_cast<Wrapped *>(p_instance));
		const Variant **args = const_cast<const Variant **>(p_args);
		if constexpr (std::is_void_v<R>) {
			(self->*method)(args, p_argument_count, r_error);
		} else {
			r_return = to_variant<R>((self->*method)(args, p_argument_count, r_error));
		}
		return r_error.error == GDEXTENSION_CALL_OK;
	}

	void ptrcall(GDExtensionClassInstancePtr, const GDExtensionConstTypePtr *,
			GDExtensionTypePtr) const override {
		ERR_FAIL_MSG("A method that takes any number of arguments has no typed call.");
	}
};

} // namespace internal

template <typename F>
MethodBind *create_method_bind(F p_function) {
	return new internal::FunctionBind<F>(p_function);
}

template <typename F>
MethodBind *create_static_method_bind(F p_function) {
	return new internal::FunctionBind<F>(p_function);
}

} // namespace godot
