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

/// The past of one lock, as it was recorded: its latest owners, how long it is usually held, and
/// how fast it is handed over. Reads the history only while it is visible: for another lock, and
/// when the owner has changed. `source` must outlive it.
class LockPast final : public QWidget {
    Q_OBJECT
public:
    explicit LockPast(LockPastSource& source, QWidget* parent = nullptr);

    /// Whether the deployment is being recorded; asked when there is nothing to show.
    void setRecorded(std::function<bool()> isRecorded) { m_isRecorded = std::move(isRecorded); }
    /// Shows the past of this lock (nullopt: of none), whose present owner has this token.
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
    bool m_isOutdated = false; ///< what is shown, or is being read
    QTimer m_again; ///< after a change of the owner, until it was written
    PastOwnerModel m_owners;
    QLabel* m_usual;
    TableView* m_table;
};

} // namespace lockkeeper::ui
