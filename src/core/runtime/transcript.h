#pragma once

#include "core/auto_mode/talk_messages.h"
#include "core/auto_mode/talk_store.h"
#include "core/base/status.h"
#include "core/store/database.h"

#include <string>
#include <vector>

namespace agent_runtime {

// Everything that was said in a conversation, as a Markdown document. What people and minds have
// written shows as they wrote it: no mark in it makes a heading, a link or a tag. Thread rule: any
// thread.
std::string transcript_markdown(const StoredTalk &talk, const std::vector<StoredTalkLine> &lines);

// Thread rule: that of the Database.
Result<TranscriptReply> read_transcript(Database &database, const StoredTalk &talk);

} // namespace agent_runtime
