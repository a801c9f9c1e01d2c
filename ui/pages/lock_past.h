// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/history/lock_past_source.h"
#include "ui/models/locks/past_owner_model.h"

#include <QTimer>
#include <QWidget>

class QLabel;

namespace lockkeeper::ui {

class TableView;

/// A lock's recorded owners, usual hold and hand-over time. Reads only while visible. `source` must
/// outlive it.
class LockPast final : public QWidget {
    Q_OBJECT
public:
    explicit LockPast(LockPastSource& source, QWidget* parent = nullptr);

    /// Asked if there is no history.
    void setRecorded(std::function<bool()> isRecorded) { m_isRecorded = std::move(isRecorded); }
    /// nullopt: none. `owner`: the present token.
    void setLock(const std::optional<Resource>& resource, const std::optional<Fingerprint>& owner);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void showPast(const LockPastPtr& past);
    void say(const QString& text);

    LockPastSource& m_source;
    std::function<bool()> m_isRecorded;
    std::optional<Resource> m_resource;
    std::optional<Fingerprint> m_owner;
    bool m_isOutdated = false; ///< what is shown or being read
    QTimer m_again; ///< reads after a new owner was written
    PastOwnerModel m_owners;
    QLabel* m_usual;
    TableView* m_table;
};

} // namespace lockkeeper::ui
