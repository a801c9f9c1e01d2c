// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/nothing_recorded.h"

#include "ui/widgets/empty_state.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

void tellNothingRecorded(EmptyState& empty, Recorder recorder)
{
    const QString command = u"lockctl watch --record"_s;
    if (recorder == Recorder::AgentsHost)
        return empty.setContent(EmptyState::tr("Nothing is recorded here"),
            EmptyState::tr("This window sees the locks through an agent. Record on the agent's "
                           "host; lockctl history shows it there:"),
            command);
    empty.setContent(EmptyState::tr("Nothing has been recorded yet"),
        EmptyState::tr("The button at the right of the status line says whether this window "
                       "records, and switches it on. On the command line, this records:"),
        command);
}

} // namespace lockkeeper::ui
