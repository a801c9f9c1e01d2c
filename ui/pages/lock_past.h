// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"
#include "core/history/records.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/table/table_model.h"

#include <QObject>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace lockkeeper::ui {

using LockPastPtr = std::shared_ptr<const history::LockPast>;

/// Reads a lock's past in the background.
class LockPastSource final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostOwners = 50;

    /// `place` runs on another thread; may block.
    explicit LockPastSource(std::function<history::Place()> place, QObject* parent = nullptr);

    void setJournal(std::filesystem::path journal) { m_journal = std::move(journal); }
    /// Of waiting calls, only the latest is answered.
    void ask(const Resource& resource);

Q_SIGNALS:
    /// Null: no history.
    void loaded(const lockkeeper::Resource& resource, const lockkeeper::ui::LockPastPtr& past);
    void failed(const lockkeeper::Resource& resource, const lockkeeper::Error& error);

private:
    std::function<history::Place()> m_place;
    std::filesystem::path m_journal;
    TaskQueue m_tasks;
};

struct PastOwnerRow {
    history::Interval interval;
    [[nodiscard]] std::pair<Fingerprint, WallTime> key() const
    {
        return {interval.token, interval.firstSeen};
    }
    friend bool operator==(const PastOwnerRow& a, const PastOwnerRow& b);
};

/// Table model of a lock's owners, newest first.
class PastOwnerModel final : public KeyedTableModel<PastOwnerRow> {
    Q_OBJECT
public:
    enum Column { From, For, End, Owner };

    using KeyedTableModel::KeyedTableModel;

    void setOwners(const std::vector<history::Interval>& owners);

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const history::Interval& interval, int column);
};

class TableView;

/// A lock's owners, usual hold and hand-over time. Reads only while visible.
class LockPast final : public QWidget {
    Q_OBJECT
public:
    explicit LockPast(LockPastSource& source, QWidget* parent = nullptr);

    void setRecorded(std::function<bool()> isRecorded) { m_isRecorded = std::move(isRecorded); }
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
    bool m_isOutdated = false;
    QTimer m_again; ///< reads after a new owner was written
    PastOwnerModel m_owners;
    QLabel* m_usual;
    TableView* m_table;
};

} // namespace lockkeeper::ui
