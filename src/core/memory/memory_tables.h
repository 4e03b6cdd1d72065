#pragma once

// The room memory: what agents remember, line by line, and how it is found again.
//
// In come the lines that agents have heard and said (agents writes them with the step in which that
// happened), and changes that somebody asks for. Out go lines, in the order of time or of rank.
//
// In come the lines that agents have heard and said (agents writes them with the step in which that
// happened), and changes that somebody asks for; out go lines, in the order of time or of rank.
//
//	memory_lines.h     rows as lines, and lists of them
//	memory_store.h     changes: pin, edit, add, forget, and what a summary may stand for
//	memory_search.h    the lines that fit words, ranked; word_counts.h
//	search_index.h     the index of words, filled while nobody writes
//	memory_messages.h  the requests

#include "core/store/schema.h"

namespace agent_runtime {

// `agent_conversations`, which is part of the world, and the index of its words.
const RoomTables &memory_tables();

} // namespace agent_runtime
