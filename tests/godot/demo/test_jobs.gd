extends "res://demo/office_case.gd"
## Work that the player gives: what is seen of it at the desks and on the board, and how the player
## answers who waits.

const ARCHIVE := 0 # asks for permission
const LETTER := 1 # asks for one of several things, and for a text
const LUNCH := 2 # asks for several things, and for yes or no
const DRAFT := "user://work/archive/draft_1.txt"
const LIMIT := "agent_runtime/jobs/seconds"
const ENABLED := "agent_runtime/jobs/enabled"


## Gives work in the panel of jobs, to an agent or to nobody, and closes the panel.
func give(game: Node, work: int, to_nobody: bool = false) -> AgentProgramJob:
	ProjectSettings.set_setting(LIMIT, 120) # whatever becomes of the case, the job ends
	await press(KEY_J)
	var panel: Control = control(game, "JobsPanel")
	check(panel.visible, "the panel of jobs")
	(panel.get_node(^"%Work") as OptionButton).select(work)
	if to_nobody:
		(panel.get_node(^"%Agent") as OptionButton).select(0)
	var jobs: AgentJobs = runtime_of(game).jobs
	await click(panel.get_node(^"%Give") as Control)
	await until(func() -> bool: return jobs.get_jobs(true).size() == 1, "a job")
	await press(KEY_ESCAPE)
	check(not panel.visible, "the panel is closed")
	return jobs.get_jobs(true)[0] as AgentProgramJob


## The question above the head of an agent, or above the board.
func mark_of(game: Node, agent_id: String) -> Sprite2D:
	var board: Node = find(game, "JobBoard")
	return (board if agent_id.is_empty() else character_of(agent_id, game)).get_node(^"Mark")


func is_question_shown(game: Node, agent_id: String) -> bool:
	var mark: Sprite2D = mark_of(game, agent_id)
	return mark.is_visible_in_tree() and mark.frame == mark.hframes - 1


## The card at the desk of an agent, or at the board.
func card_of(game: Node, agent_id: String) -> Control:
	return find(game, "JobCards").call(&"card_of", agent_id)


func card_line(game: Node, agent_id: String) -> String:
	var card: Control = card_of(game, agent_id)
	return (card.get_node(^"%Line") as Label).text if card != null else ""


## Waits until somebody asks and stands still, with the question above the head.
func asked(game: Node, agent_id: String = "") -> AgentQuestion:
	await until(func() -> bool: return is_question_shown(game, agent_id), "a question mark")
	if not agent_id.is_empty():
		var body: Node2D = character_of(agent_id, game)
		runtime_of(game).pause_agent(agent_id)
		await until(func() -> bool: return not body.call(&"is_walking"), "it stands")
	await frames(2)
	var waiting: Array[AgentQuestion] = runtime_of(game).jobs.get_questions()
	equal(waiting.size(), 1, "questions")
	return waiting[0]


func dialog(game: Node) -> Control:
	return control(game, "QuestionDialog")


func words(node: Node, path: NodePath) -> String:
	return (node.get_node(path) as RichTextLabel).get_parsed_text()


## A button of the answers, by what stands on it.
func answer(game: Node, text: String) -> Button:
	for each: Button in dialog(game).get_node(^"%Buttons").get_children():
		if each.text == text:
			return each
	check(false, "a button " + text)
	return null


func is_over(job: AgentJob) -> bool:
	return job.is_over()


func test_a_job_is_seen_at_the_desk_and_its_question_is_answered_with_the_mouse() -> void:
	var game: Node = await play()
	var who: String = runtime_of(game).get_agents()[0]
	var job: AgentProgramJob = await give(game, ARCHIVE)
	equal(job.agent.id, who, "who works")
	await until(func() -> bool: return card_line(game, who) == "Reading shelf 1 of 4", "the card")
	equal((card_of(game, who).get_node(^"%Title") as Label).text, "Tidy the archive", "its title")
	equal((card_of(game, who).get_node(^"%Progress") as Range).value, 0.25, "how far it is")
	equal(character_of(who, game).get(&"has_job"), true, "it is at work")
	check(not is_question_shown(game, who), "nothing is asked yet")
	await asked(game, who)
	equal(card_line(game, who), "May I throw away the three old drafts?", "what the card says")
	check(not dialog(game).visible, "it waits until the player comes")
	await click_at(place_of(mark_of(game, who)))
	check(dialog(game).visible, "a click on the question mark opens the question")
	var sheet: Node = dialog(game).get_node(^"%Tool")
	equal((sheet.get_node(^"%Tool") as Label).text, "Tool: remove_files", "the tool")
	contains(words(sheet, ^"%Parameters"), "folder  archive", "its parameters")
	contains(words(sheet, ^"%Preview"), "- archive/draft_1.txt", "what would change")
	check(FileAccess.file_exists(DRAFT), "nothing has happened yet")
	check(answer(game, "Allow").disabled, "what cannot be undone wants more than a click")
	await click(dialog(game).get_node(^"%Sure") as Control)
	await click(answer(game, "Allow"))
	await until(is_over.bind(job), "the job ends")
	equal(job.status_name, "completed", "how it ended")
	check(not FileAccess.file_exists(DRAFT), "it was allowed")
	check(not dialog(game).visible and not is_question_shown(game, who), "nobody asks any more")
	await until(func() -> bool: return card_line(game, who) == "The archive is tidy.", "its end")


func test_questions_are_answered_with_the_keyboard_alone() -> void:
	var game: Node = await play()
	var who: String = runtime_of(game).get_agents()[0]
	var job: AgentProgramJob = await give(game, LETTER)
	await asked(game, who)
	await press(KEY_Q)
	check(dialog(game).visible, "the key opens the question")
	equal(focused(), answer(game, "The fern has a new pot"), "the focus")
	await press(KEY_RIGHT)
	await press(KEY_ENTER)
	await until(func() -> bool: return not is_question_shown(game, who), "it is answered")
	await asked(game, who)
	await press(KEY_Q)
	await type("zoe")
	await press(KEY_ENTER)
	await until(is_over.bind(job), "the job ends")
	equal(FileAccess.get_file_as_string("user://work/letter.txt"), "Coffee is back\n\nYours, zoe\n",
			"what was written")
	await until(func() -> bool: return not dialog(game).visible, "the dialog is closed")


func test_a_job_of_nobody_hangs_on_the_board_and_is_denied_there() -> void:
	var game: Node = await play()
	var job: AgentProgramJob = await give(game, ARCHIVE, true)
	check(job.agent == null, "nobody in particular works at it")
	var note := find(game, "JobBoard").get_node(^"Notes/Note1") as Sprite2D
	await until(func() -> bool: return note.visible, "a note on the board")
	var question: AgentQuestion = await asked(game)
	await click_at(place_of(find(game, "JobBoard") as Node2D, Vector2(-20, 8)))
	check(dialog(game).visible, "a click on the board opens the question")
	var line := dialog(game).get_node(^"%Words") as LineEdit
	await click(line)
	await type("not today")
	await click(answer(game, "Deny"))
	await until(is_over.bind(job), "the job ends")
	equal(question.response, "deny", "the answer")
	check(FileAccess.file_exists(DRAFT), "the drafts are left")
	await until(func() -> bool: return card_line(game, "") == "The drafts stay where they are.",
			"its end at the board")


func test_a_question_waits_over_a_restart_and_a_failure_is_seen() -> void:
	var game: Node = await play()
	var who: String = runtime_of(game).get_agents()[0]
	await give(game, LUNCH)
	await asked(game, who)
	game.free()
	game = await play()
	var question: AgentQuestion = await asked(game, who)
	check(card_of(game, who) != null, "its card is back")
	await click(card_of(game, who))
	check(dialog(game).visible, "a click on the card opens the question")
	await click(answer(game, "Send"))
	check((dialog(game).get_node(^"%Error") as Control).visible, "nothing was chosen")
	for box: CheckBox in find(dialog(game), "Options").get_children():
		if box.text in ["Soup", "Cake"]:
			await click(box)
	await click(answer(game, "Send"))
	await until(func() -> bool: return not question.is_pending(), "it is answered")
	equal(question.response, ["Soup", "Cake"], "the answer")
	await until(func() -> bool: return not is_question_shown(game, who), "the mark has gone")
	await asked(game, who)
	await press(KEY_Q)
	await click(answer(game, "no"))
	var job: AgentJob = question.job
	await until(is_over.bind(job), "the job ends")
	await until(func() -> bool: return character_of(who, game).get(&"has_job") == false, "it rests")
	await press(KEY_J)
	contains((find(control(game, "JobsPanel"), "About") as Label).text, "failed with code 3",
			"how it ended")


func test_a_job_is_stopped_in_the_inspector() -> void:
	var game: Node = await play()
	var who: String = runtime_of(game).get_agents()[0]
	var job: AgentProgramJob = await give(game, LETTER)
	office_of(game).call(&"select", who)
	await frames(2)
	var row: Node = find(control(game, "Inspector"), "Jobs").get_child(0)
	equal((row.get_node(^"%Title") as Label).text, "Write the letter", "what it works at")
	await click(row.get_node(^"%Stop") as Control)
	await until(is_over.bind(job), "it ends")
	equal(job.status_name, "killed", "how it ended")
	await until(func() -> bool: return not (row.get_node(^"%Stop") as Control).visible, "is seen")


func test_where_jobs_are_off_nobody_can_be_given_one() -> void:
	ProjectSettings.set_setting(ENABLED, false)
	var game: Node = await play()
	check(not (find(game, "Toolbar").get_node(^"%Jobs") as Control).visible, "no button")
	await press(KEY_J)
	check(not control(game, "Dialogs").visible, "no panel")
	contains(text_of(game.get_node(^"Session"), "OfficeUi", ^"Notice/Text"), "starts no programs",
			"what is said")
	ProjectSettings.set_setting(ENABLED, true)
