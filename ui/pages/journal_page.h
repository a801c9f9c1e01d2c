// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/pages/table_page.h"

class QLineEdit;
class QSortFilterProxyModel;

namespace lockkeeper::release {
struct Deed;
} // namespace lockkeeper::release

namespace lockkeeper::ui {

class Banner;
class JournalDetail;
class JournalModel;
class JournalReader;

/// Page of past actions, with the selected one's facts.
class JournalPage final : public TablePage {
    Q_OBJECT
public:
    JournalPage(JournalModel& journal, JournalReader& reader, QWidget* parent = nullptr);

    bool focusFilter() override;
    [[nodiscard]] std::optional<Resource> subject() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createTable();
    void createFilter();
    void createBanner();
    void filter(const QString& text);
    [[nodiscard]] const release::Deed* selected() const;
    void showSelected();
    void showFile();
    void showBreak();
    void showFailure(const lockkeeper::Error& error);

    JournalModel& m_journal;
    JournalReader& m_reader;
    QSortFilterProxyModel* m_shown;
    Banner* m_banner;
    QLineEdit* m_filter;
    JournalDetail* m_detail;
};

} // namespace lockkeeper::ui
