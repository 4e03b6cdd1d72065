@tool
extends RefCounted
## One row of the set-up check: what was looked at, what was found, and how to mend it.

enum State { FINE, NOTE, PROBLEM }

## What was looked at, such as "Library".
var title: String
var state: State
## What was found, in a few words.
var found: String
## What to do about it; empty if nothing.
var remedy: String


func _init(p_title: String, p_state: State, p_found: String, p_remedy: String = "") -> void:
	title = p_title
	state = p_state
	found = p_found
	remedy = p_remedy
