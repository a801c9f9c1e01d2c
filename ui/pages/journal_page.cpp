// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/journal_page.h"

#include "ui/bridge/journal_reader.h"
#include "ui/models/journal_model.h"
#include "ui/models/words.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

JournalPage::JournalPage(JournalModel& journal, JournalReader& reader, QWidget* parent)
    : TablePage(tr("Journal"), parent)
    , m_journal(journal)
    , m_reader(reader)
{
    table().setObjectName(u"journalTable"_s);
    table().setAccessibleName(tr("Journal"));
    setModel(journal);
    table().setColumnWidths({160, 80, 200, 90, 260});
    auto* reload = new QPushButton(tr("Reload"), this);
    reload->setObjectName(u"reloadButton"_s);
    addButton(reload);
    connect(reload, &QPushButton::clicked, &reader, &JournalReader::reload);
    connect(&reader, &JournalReader::loaded, this, &JournalPage::showFile);
    connect(&reader, &JournalReader::failed, this, &JournalPage::showFailure);
    showFile();
}

void JournalPage::showFile()
{
    QString note = safeText(m_reader.file().string());
    if (const int unreadable = m_journal.unreadableCount(); unreadable > 0)
        note += u"  \u2013  "_s + tr("%1 lines can't be read").arg(unreadable);
    setNote(note);
    emptyState().setContent(tr("No releases yet"),
        tr("Each release is written down here before it happens, with its reason, and again "
           "with its result."));
}

void JournalPage::showFailure(const Error& error)
{
    setNote(tr("The journal can't be read: %1").arg(errorText(error)));
    emptyState().setContent(tr("The journal can't be read"), errorText(error));
}

} // namespace lockkeeper::ui
