# Collects what everybody wants to eat, and orders nothing that nobody has agreed to.
for table in 1 2; do
	echo "Asking table $table of 2"
	sleep "${PAUSE:-1}"
done
printf '%s\n' '@@question {"prompt":"What shall I order?","kind":"choice","options":["Soup","Salad","Dumplings","Cake"],"many":true,"other":true}'
read -r dishes
echo "On the list: $dishes"
sleep "${PAUSE:-1}"
printf '%s\n' '@@question {"prompt":"Shall I send the order?","kind":"confirmation"}'
read -r answer
if [ "$answer" != yes ]; then
	echo "Nobody wants lunch."
	exit 3
fi
echo "Lunch is on its way: $dishes"
