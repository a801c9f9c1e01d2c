// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/wait_words.h"
#include "ui/bridge/deployment_bridge.h"
#include "ui/models/table/table_model.h"
#include "ui/models/wait_picture.h"
#include "ui/pages/table_page.h"

#include <functional>

class QPushButton;

namespace lockkeeper::ui {

struct WaitingRow {
    words::WaitingProcess process;
    QString circle{}; ///< the deadlock that it is in or behind
    bool isInCircle = false;
    bool isCertain = false;
    [[nodiscard]] QByteArray key() const;
    friend bool operator==(const WaitingRow& a, const WaitingRow& b) { return a.isSame(b); }

private:
    [[nodiscard]] bool isSame(const WaitingRow& other) const;
};

/// Table model of waiters, deadlocks first.
class WaitsModel final : public KeyedTableModel<WaitingRow> {
    Q_OBJECT
public:
    enum Column { ResourceName, Who, KnownBy, For, Holds, HeldBy, Circle };
    static constexpr std::size_t kMostRows = 500;

    using HolderText = std::function<QString(const Resource&)>;

    WaitsModel(const Clock& clock, HolderText holderOf, QObject* parent = nullptr);

    void setWaits(const observe::WaitsPtr& shared);
    [[nodiscard]] std::size_t processes() const noexcept { return m_processes; }
    void tick()
    {
        emitColumnChanged(For);
        emitColumnChanged(HeldBy);
    }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] QString timeText(const words::WaitingProcess& process) const;
    [[nodiscard]] QString text(const WaitingRow& row, int column) const;

    const Clock& m_clock;
    HolderText m_holderOf;
    observe::WaitsPtr m_shown = observe::noWaits();
    std::size_t m_processes = 0;
};

class Banner;
class LockStore;
class WaitGraphView;

/// Page of who waits, and what ends a deadlock.
class WaitsPage final : public TablePage {
    Q_OBJECT
public:
    WaitsPage(const LockStore& locks, const Clock& clock, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<Resource> subject() const override;

public Q_SLOTS:
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);

Q_SIGNALS:
    void lockRequested(const lockkeeper::Resource& resource);
    void releaseRequested(const lockkeeper::Resource& resource);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showWhetherKnown(bool areWaitsKnown);
    void showNote(const observe::BoardUpdate& update);
    void showDeadlock(const observe::Waits& waits);
    void showButton();
    void requestSelected();
    void createBanner();
    void connectGraph();
    void showGraph(const observe::WaitsPtr& waits);
    void giveRoom();
    [[nodiscard]] PicturedHolder holderOf(const Resource& resource) const;

    const LockStore& m_locks;
    const Clock& m_clock;
    WaitsModel m_waits;
    Banner* m_banner;
    WaitGraphView* m_graph;
    QPushButton* m_show;
    QPushButton* m_release;
    QPushButton* m_releaseProposed = nullptr;
    bool m_isComplete = false;
    std::optional<bool> m_areWaitsKnown;
    observe::WaitsPtr m_drawn = observe::noWaits();
    SteadyTime m_drawnAt{};
    std::optional<Resource> m_proposed; ///< its release would end the first deadlock
};

} // namespace lockkeeper::ui
