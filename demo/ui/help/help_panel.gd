class_name HelpPanel
extends OfficePanel
## Which keys and buttons do what.
