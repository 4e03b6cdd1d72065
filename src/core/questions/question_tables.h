#pragma once

// The room questions: whatever waits for a human, whoever asks.
//
// In come questions of a subject (a job, a run, or an agent whose tool is to be used), and answers.
// The first answer wins, whichever process gives it: it is compared with what the file says, stored
// and logged in one transaction, in which the owner of the subject also stores what it sends to
// whoever asked. Out go events, and how far each answer is on its way. Nobody answers in a human's
// place: a question waits until it is answered, withdrawn or, where it says so, expired.
//
//	question.h           a question, an answer, and their limits
//	question_store.h     ask, withdraw, expire, deliver, purge, list, in a decision's transaction
//	question_check.h     which questions can be asked
//	answer_question.h    the first answer wins; answer_check.h, which answers fit a question
//	question_events.h    what subscribers are told, and the announcements of what is pending
//	question_messages.h  the requests
//	question_rows.h      rows as questions, within the room
//
// Starts no thread. Thread rule for its functions: that of the database.

#include "core/store/schema.h"

namespace agent_runtime {

// `questions`, which no load of a saved world rewinds.
const RoomTables &question_tables();

} // namespace agent_runtime
