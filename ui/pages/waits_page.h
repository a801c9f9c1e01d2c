// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/models/wait_picture.h"
#include "ui/models/waits_model.h"
#include "ui/pages/table_page.h"

class QPushButton;

namespace lockkeeper::ui {

class Banner;
class LockStore;
class WaitGraphView;

/// Page of who waits, and what ends a deadlock. `locks` and `clock` must outlive it.
class WaitsPage final : public TablePage {
    Q_OBJECT
public:
    WaitsPage(const LockStore& locks, const Clock& clock, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<Resource> subject() const override;

public Q_SLOTS:
    /// Call it after the locks have applied `update`, never null.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);

Q_SIGNALS:
    void lockRequested(const lockkeeper::Resource& resource);
    void releaseRequested(const lockkeeper::Resource& resource);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
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
    QPushButton* m_releaseProposed = nullptr; ///< lock of the banner's deadlock
    bool m_isComplete = false; ///< all masters were read
    observe::WaitsPtr m_drawn = observe::noWaits(); ///< in the graph
    SteadyTime m_drawnAt{};
    std::optional<Resource> m_proposed; ///< its release would end the first deadlock
};

} // namespace lockkeeper::ui
