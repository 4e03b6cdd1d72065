# Writes a letter to all, and asks what it should be like.
for page in 1 2 3; do
	echo "Writing page $page of 3"
	sleep "${PAUSE:-1}"
done
printf '%s\n' '@@question {"prompt":"Which of these shall be the headline?","options":["The fern has a new pot","Coffee is back","A quiet week"]}'
read -r headline
echo "The headline is: $headline"
sleep "${PAUSE:-1}"
echo '@@question Who signs the letter?'
read -r name
{ echo "$headline"; echo; echo "Yours, $name"; } >letter.txt
echo "The letter is signed by $name."
