# Looks for drafts that nobody needs, and asks before it removes them. It touches only files that it
# has made, in the folder that it is started in.
mkdir -p archive
for number in 1 2 3; do
	echo "An old draft, number $number" >"archive/draft_$number.txt"
done
for shelf in 1 2 3 4; do
	echo "Reading shelf $shelf of 4"
	sleep "${PAUSE:-1}"
done
echo "Three drafts look forgotten."
printf '%s\n' '@@question {"prompt":"May I throw away the three old drafts?","kind":"permission","tool":"remove_files","input":{"folder":"archive","files":"draft_1.txt, draft_2.txt, draft_3.txt","keep_copies":false},"text":"- archive/draft_1.txt   (26 bytes)\n- archive/draft_2.txt   (26 bytes)\n- archive/draft_3.txt   (26 bytes)\n+ archive/REMOVED.txt   (a list of what was there)","reversible":false}'
read -r answer
if [ "$answer" = allow ]; then
	ls archive >archive_list.txt
	rm -f archive/draft_1.txt archive/draft_2.txt archive/draft_3.txt
	mv archive_list.txt archive/REMOVED.txt
	echo "The archive is tidy."
else
	echo "The drafts stay where they are."
fi
