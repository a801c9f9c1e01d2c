// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/closing_question.h"

#include "ui/bridge/session.h"
#include "ui/models/words/words.h"
#include "ui/models/words/words_context.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

std::optional<Question> closingQuestion(Session& session)
{
    const int held = session.leases().heldCount();
    const auto waiting = session.releases().finishingCount();
    QStringList losses;
    if (held > 0)
        losses << (held == 1
                ? Words::tr("This window holds a lease. Closing it releases the lease.")
                : Words::tr("This window holds %1 leases. Closing it releases them.").arg(held));
    if (waiting > 0)
        losses << (waiting == 1
                ? Words::tr("A release waits for masters that do not answer. Closing the window "
                            "gives them up; the journal says so.")
                : Words::tr("%1 releases wait for masters that do not answer. Closing the window "
                            "gives them up; the journal says so.")
                      .arg(waiting));
    if (losses.isEmpty())
        return std::nullopt;
    return Question{.title = Words::tr("Close Lockkeeper"),
        .text = losses.join(u"\n\n"_s),
        .deed = held > 0 ? Words::tr("Release and close") : Words::tr("Give up and close"),
        .warning = frameWord(session.deployment())};
}

std::optional<Question> reopeningQuestion(Session& session)
{
    const int held = session.leases().heldCount();
    const auto waiting = session.releases().finishingCount();
    QStringList losses;
    if (held > 0)
        losses << (held == 1
                ? Words::tr("To go on, this window is opened again: that releases the lease it "
                            "holds.")
                : Words::tr("To go on, this window is opened again: that releases the %1 leases "
                            "it holds.")
                      .arg(held));
    if (waiting > 0)
        losses << (waiting == 1
                ? Words::tr("A release waits for masters that do not answer. Opening the window "
                            "again gives them up; the journal says so.")
                : Words::tr("%1 releases wait for masters that do not answer. Opening the window "
                            "again gives them up; the journal says so.")
                      .arg(waiting));
    if (losses.isEmpty())
        return std::nullopt;
    return Question{.title = Words::tr("Open the window again"),
        .text = losses.join(u"\n\n"_s),
        .deed
        = held > 0 ? Words::tr("Release and open again") : Words::tr("Give up and open again"),
        .warning = frameWord(session.deployment())};
}

} // namespace lockkeeper::ui
