// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/pages/table_page.h"

namespace lockkeeper::ui {

class JournalModel;
class JournalReader;

/// The page with the journal: which locks of other holders were released, and why. `journal` and
/// `reader` must outlive the page.
class JournalPage final : public TablePage {
    Q_OBJECT
public:
    JournalPage(JournalModel& journal, JournalReader& reader, QWidget* parent = nullptr);

private:
    void showFile();
    void showFailure(const lockkeeper::Error& error);

    JournalModel& m_journal;
    JournalReader& m_reader;
};

} // namespace lockkeeper::ui
