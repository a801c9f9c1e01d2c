// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_facts.h"
#include "ui/models/words/words_context.h"

namespace lockkeeper::ui {

QList<Fact> shortcutFacts()
{
    return {
        {Words::tr("Ctrl+K"), Words::tr("Go to an action, a page, a deployment or a lock")},
        {Words::tr("Ctrl+F"), Words::tr("Filter the locks; Escape clears the filter")},
        {Words::tr("Down, Enter"), Words::tr("From the filter to the table")},
        {Words::tr("Space"), Words::tr("Pause or resume, in the table of locks")},
        {Words::tr("F5"), Words::tr("Sweep all masters now")},
        {Words::tr("Ctrl+N"), Words::tr("Acquire a lock")},
        {Words::tr("Del, Ctrl+R"), Words::tr("Release the selected lock; asks first")},
        {Words::tr("Shift+Down, Ctrl+click"),
            Words::tr("Select several locks, to free them together")},
        {Words::tr("Ctrl+I"), Words::tr("Ask the masters who holds the selected lock")},
        {Words::tr("Ctrl+Shift+R"), Words::tr("Revoke the selected lock; asks first")},
        {Words::tr("Return"), Words::tr("On a lock: is it safe to free?")},
        {Words::tr("Shift+F10"), Words::tr("The menu of the selected lock")},
        {Words::tr("Ctrl+E"), Words::tr("Extend the selected lease of ours")},
        {Words::tr("Ctrl+C"), Words::tr("Copy the current cell")},
        {Words::tr("Ctrl+Shift+C"), Words::tr("Copy the selected lock's resource")},
        {Words::tr("Ctrl+1 ... Ctrl+8"),
            Words::tr("Locks, Masters, My leases, Journal, Kinds of keys, Who waits, Timeline, "
                      "Trends")},
        {Words::tr("Ctrl+Shift+E"), Words::tr("Incident report")},
        {Words::tr("Ctrl+Shift+S"), Words::tr("Export the rows of the page as CSV or JSON")},
        {Words::tr("Ctrl+D"), Words::tr("Switch to another deployment")},
        {Words::tr("Ctrl+O"), Words::tr("Connect to masters")},
        {Words::tr("F1"), Words::tr("Help")},
        {Words::tr("Ctrl+W"), Words::tr("Close the window; releases its leases")},
        {Words::tr("Ctrl+Q"), Words::tr("Quit: closes all windows")},
    };
}

} // namespace lockkeeper::ui
