// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace lockkeeper::ui {

/// A lock's holders, with a button to free one.
class HoldersSection final : public QWidget {
    Q_OBJECT
public:
    explicit HoldersSection(QWidget* parent = nullptr);

    /// Keeps the chosen one.
    void setLock(const observe::LockEntry& entry);
    /// Chooses an only holder.
    void takeFocus();
    /// `why` includes the cure; empty: possible.
    void setWhyDisabled(const QString& why);

Q_SIGNALS:
    /// `member`: observe::Holder::member.
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
