// A program that does nothing, linked like those that are held against it: the yardstick of their
// start.
int main() {
	return 0;
}
