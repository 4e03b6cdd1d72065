#pragma once

#include <godot_cpp/core/defs.hpp>

#include <cstdint>

namespace godot {

class String;

// Print through the engine, with the place in the code. Any thread, though off the main one only
// now and then.
void _err_print_error(const char *p_function, const char *p_file, int p_line, const char *p_error,
		const char *p_message = "", bool p_editor_notify = false, bool p_is_warning = false);
void _err_print_error(const char *p_function, const char *p_file, int p_line, const char *p_error,
		const String &p_message, bool p_editor_notify = false, bool p_is_warning = false);
void _err_print_error(const char *p_function, const char *p_file, int p_line, const String &p_error,
		const char *p_message = "", bool p_editor_notify = false, bool p_is_warning = false);
void _err_print_error(const char *p_function, const char *p_file, int p_line, const String &p_error,
		const String &p_message, bool p_editor_notify = false, bool p_is_warning = false);
void _err_print_index_error(const char *p_function, const char *p_file, int p_line, int64_t p_index,
		int64_t p_size, const char *p_index_text, const char *p_size_text,
		const char *p_message = "");
void _err_print_index_error(const char *p_function, const char *p_file, int p_line, int64_t p_index,
		int64_t p_size, const char *p_index_text, const char *p_size_text, const String &p_message);

} // namespace godot

#define GODOT_CPP_HERE __FUNCTION__, __FILE__, __LINE__

// What each macro does when its condition is met; `m_do` is the way out of the function.
#define GODOT_CPP_FAIL_IF(m_cond, m_text, m_msg, m_do) \
	if (unlikely(m_cond)) { \
		::godot::_err_print_error(GODOT_CPP_HERE, m_text, m_msg); \
		m_do; \
	} else \
		((void)0)

#define GODOT_CPP_FAIL_INDEX(m_index, m_size, m_msg, m_do) \
	if (unlikely((m_index) < 0 || (m_index) >= (m_size))) { \
		::godot::_err_print_index_error( \
				GODOT_CPP_HERE, m_index, m_size, #m_index, #m_size, m_msg); \
		m_do; \
	} else \
		((void)0)

#define ERR_FAIL_INDEX(m_index, m_size) GODOT_CPP_FAIL_INDEX(m_index, m_size, "", return )
#define ERR_FAIL_INDEX_MSG(m_index, m_size, m_msg) \
	GODOT_CPP_FAIL_INDEX(m_index, m_size, m_msg, return )
#define ERR_FAIL_INDEX_V(m_index, m_size, m_retval) \
	GODOT_CPP_FAIL_INDEX(m_index, m_size, "", return m_retval)
#define ERR_FAIL_INDEX_V_MSG(m_index, m_size, m_retval, m_msg) \
	GODOT_CPP_FAIL_INDEX(m_index, m_size, m_msg, return m_retval)

#define GODOT_CPP_NULL_TEXT(m_param) "Parameter \"" #m_param "\" is null."
#define ERR_FAIL_NULL(m_param) \
	GODOT_CPP_FAIL_IF((m_param) == nullptr, GODOT_CPP_NULL_TEXT(m_param), "", return )
#define ERR_FAIL_NULL_MSG(m_param, m_msg) \
	GODOT_CPP_FAIL_IF((m_param) == nullptr, GODOT_CPP_NULL_TEXT(m_param), m_msg, return )
#define ERR_FAIL_NULL_V(m_param, m_retval) \
	GODOT_CPP_FAIL_IF((m_param) == nullptr, GODOT_CPP_NULL_TEXT(m_param), "", return m_retval)
#define ERR_FAIL_NULL_V_MSG(m_param, m_retval, m_msg) \
	GODOT_CPP_FAIL_IF((m_param) == nullptr, GODOT_CPP_NULL_TEXT(m_param), m_msg, return m_retval)

#define GODOT_CPP_COND_TEXT(m_cond) "Condition \"" #m_cond "\" is true."
#define ERR_FAIL_COND(m_cond) GODOT_CPP_FAIL_IF(m_cond, GODOT_CPP_COND_TEXT(m_cond), "", return )
#define ERR_FAIL_COND_MSG(m_cond, m_msg) \
	GODOT_CPP_FAIL_IF(m_cond, GODOT_CPP_COND_TEXT(m_cond), m_msg, return )
#define ERR_FAIL_COND_V(m_cond, m_retval) \
	GODOT_CPP_FAIL_IF( \
			m_cond, GODOT_CPP_COND_TEXT(m_cond) " Returning: " #m_retval, "", return m_retval)
#define ERR_FAIL_COND_V_MSG(m_cond, m_retval, m_msg) \
	GODOT_CPP_FAIL_IF( \
			m_cond, GODOT_CPP_COND_TEXT(m_cond) " Returning: " #m_retval, m_msg, return m_retval)
#define ERR_CONTINUE(m_cond) \
	GODOT_CPP_FAIL_IF(m_cond, GODOT_CPP_COND_TEXT(m_cond) " Continuing.", "", continue)
#define ERR_CONTINUE_MSG(m_cond, m_msg) \
	GODOT_CPP_FAIL_IF(m_cond, GODOT_CPP_COND_TEXT(m_cond) " Continuing.", m_msg, continue)
#define ERR_BREAK(m_cond) \
	GODOT_CPP_FAIL_IF(m_cond, GODOT_CPP_COND_TEXT(m_cond) " Breaking.", "", break)
#define ERR_BREAK_MSG(m_cond, m_msg) \
	GODOT_CPP_FAIL_IF(m_cond, GODOT_CPP_COND_TEXT(m_cond) " Breaking.", m_msg, break)

#define ERR_FAIL() GODOT_CPP_FAIL_IF(true, "Method/function failed.", "", return )
#define ERR_FAIL_MSG(m_msg) GODOT_CPP_FAIL_IF(true, "Method/function failed.", m_msg, return )
#define ERR_FAIL_V(m_retval) \
	GODOT_CPP_FAIL_IF(true, "Method/function failed. Returning: " #m_retval, "", return m_retval)
#define ERR_FAIL_V_MSG(m_retval, m_msg) \
	GODOT_CPP_FAIL_IF(true, "Method/function failed. Returning: " #m_retval, m_msg, return m_retval)

#define ERR_PRINT(m_msg) ::godot::_err_print_error(GODOT_CPP_HERE, m_msg)
#define WARN_PRINT(m_msg) ::godot::_err_print_error(GODOT_CPP_HERE, m_msg, "", false, true)
#define GODOT_CPP_ONCE(m_print) \
	do { \
		static bool printed = false; \
		if (!printed) { \
			printed = true; \
			m_print; \
		} \
	} while (0)
#define ERR_PRINT_ONCE(m_msg) GODOT_CPP_ONCE(ERR_PRINT(m_msg))
#define WARN_PRINT_ONCE(m_msg) GODOT_CPP_ONCE(WARN_PRINT(m_msg))

#define CRASH_COND_MSG(m_cond, m_msg) \
	GODOT_CPP_FAIL_IF(m_cond, "FATAL: Condition \"" #m_cond "\" is true.", m_msg, __builtin_trap())
#define CRASH_COND(m_cond) CRASH_COND_MSG(m_cond, "")
#define CRASH_NOW() CRASH_COND(true)
#define CRASH_NOW_MSG(m_msg) CRASH_COND_MSG(true, m_msg)
#ifdef DEV_ENABLED
#define DEV_ASSERT(m_cond) CRASH_COND(!(m_cond))
#else
#define DEV_ASSERT(m_cond)
#endif
