// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace lockkeeper::ui {

/// Who shares a lock, with a button that frees one of them.
class HoldersSection final : public QWidget {
    Q_OBJECT
public:
    explicit HoldersSection(QWidget* parent = nullptr);

    /// Shows the holders of all tokens, each once; the chosen one stays chosen while it is there.
    void setLock(const observe::LockEntry& entry);
    /// Gives the focus to the list. If there is only one holder, it is chosen.
    void takeFocus();
    /// Why nobody can be freed, and the cure; empty: one can.
    void setWhyDisabled(const QString& why);

Q_SIGNALS:
    /// The user wants to free this one: see observe::Holder::member.
    void freeRequested(const lockkeeper::Fingerprint& member);

private:
    [[nodiscard]] std::optional<Fingerprint> chosen() const;
    void updateButton();

    QListWidget* m_list;
    QPushButton* m_free;
    std::vector<Fingerprint> m_members; ///< by row
    QString m_whyDisabled;
};

} // namespace lockkeeper::ui
