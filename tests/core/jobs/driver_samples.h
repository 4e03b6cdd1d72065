#pragma once

// Lines as the programs write them, shortened.

#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime::test {

inline const nlohmann::json CLAUDE_PERMISSION = nlohmann::json::parse(R"({
	"type":"control_request","request_id":"request-1","request":{"subtype":"can_use_tool",
	"tool_name":"Bash","display_name":"Bash","input":{"command":"touch notes.md",
	"description":"Make a file"},"description":"Make a file","permission_suggestions":[
	{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"touch:*"}],"behavior":"allow",
	"destination":"localSettings"},{"type":"setMode","mode":"acceptEdits","destination":"session"}],
	"tool_use_id":"call_1"}})");

inline const nlohmann::json CLAUDE_CHOICE = nlohmann::json::parse(R"({
	"type":"control_request","request_id":"request-2","request":{"subtype":"can_use_tool",
	"tool_name":"AskUserQuestion","requires_user_interaction":true,"input":{"questions":[
	{"question":"Which colour?","header":"Colour","multiSelect":false,"options":[
	{"label":"Red","description":"Like a rose","preview":"#f00"},
	{"label":"Blue","description":""}]}]},"tool_use_id":"call_2"}})");

inline const nlohmann::json CODEX_APPROVAL = nlohmann::json::parse(R"({
	"id":0,"method":"item/commandExecution/requestApproval","params":{"threadId":"thread-1",
	"turnId":"turn-1","itemId":"call_1","startedAtMs":1,"command":"touch notes.md",
	"cwd":"/project","reason":"It writes a file."}})");

inline const nlohmann::json CODEX_INPUT = nlohmann::json::parse(R"({
	"id":3,"method":"item/tool/requestUserInput","params":{"threadId":"thread-1","turnId":"turn-1",
	"itemId":"call_3","isBlocking":true,"questions":[
	{"id":"q1","header":"Colour","question":"Which colour?","isOther":true,"options":[
	{"label":"Red","description":"Like a rose"},{"label":"Blue","description":""}]},
	{"id":"q2","header":"Name","question":"Which name?"}]}})");

inline const nlohmann::json CODEX_FORM = nlohmann::json::parse(R"({
	"id":"form-1","method":"mcpServer/elicitation/request","params":{"threadId":"thread-1",
	"turnId":null,"serverName":"shop","mode":"form","message":"What shall it be?",
	"requestedSchema":{"type":"object","properties":{
	"size":{"type":"string","enum":["s","l"]},"count":{"type":"integer","title":"How many?"},
	"gift":{"type":"boolean"},
	"extras":{"type":"array","items":{"anyOf":[{"const":"a","title":"A bow"},
	{"const":"b","title":"A card"}]}}},"required":["size"]}}})");

} // namespace agent_runtime::test
