// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <QWidget>

class QLabel;

namespace lockkeeper::ui {

/// Facts about one token of a lock.
class ReleaseFacts final : public QWidget {
    Q_OBJECT
public:
    /// `entry` has the token.
    ReleaseFacts(const Fingerprint& token, const observe::LockEntry& entry, const Clock& clock,
        QWidget* parent = nullptr);

    /// `token` differs if holders joined a shared lock.
    void show(const Fingerprint& token, const observe::LockEntry& entry);

private:
    [[nodiscard]] QWidget* createVotes(const observe::Votes& votes);

    Fingerprint m_token;
    const Clock& m_clock;
    QLabel* m_heldFor;
    QLabel* m_renewals;
    QLabel* m_evidence;
    QLabel* m_verdict;
    std::vector<QLabel*> m_votes; ///< by master
};

} // namespace lockkeeper::ui
