// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/whois/whois.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/table/table_model.h"

#include <QDialog>
#include <QObject>
#include <atomic>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

using WhoisAnswer = std::shared_ptr<const Result<observe::Whois>>;

/// Asks who holds a lock.
class WhoisRunner final : public QObject {
    Q_OBJECT
public:
    WhoisRunner(config::Deployment deployment, Resource resource, const Clock& clock,
        QObject* parent = nullptr);
    /// Blocks until MONITOR has ended.
    ~WhoisRunner() override;

    /// `tap`: MONITOR for so long.
    void ask(std::optional<std::chrono::milliseconds> tap);
    void cancel() { m_isCancelled = true; }

Q_SIGNALS:
    void answered(const lockkeeper::ui::WhoisAnswer& answer);

private:
    config::Deployment m_deployment;
    Resource m_resource;
    const Clock& m_clock;
    std::atomic<bool> m_isCancelled = false;
    TaskQueue m_tasks;
};

class WhoisModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Sure, Master, Address, Name, Library, LastCommand, Idle, User, Why };

    using TableModel::TableModel;

    void setClients(std::vector<observe::WhoisClient> clients);

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_clients.size()); }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const observe::WhoisClient& client, int column);

    std::vector<observe::WhoisClient> m_clients;
};

/// Finds a lock's holder among clients; shows the cost first. Only emits requests: report by
/// showAnswer().
class WhoisDialog final : public QDialog {
    Q_OBJECT
public:
    static constexpr std::chrono::seconds kListening{5};

    WhoisDialog(const Resource& resource, std::size_t masters, QWidget* parent = nullptr);

public Q_SLOTS:
    void showAnswer(const lockkeeper::ui::WhoisAnswer& answer);
    void reject() override;

Q_SIGNALS:
    void askRequested(std::optional<std::chrono::milliseconds> tap);
    void cancelRequested();

private:
    void createLayout(std::size_t masters);
    void ask(std::optional<std::chrono::milliseconds> tap);
    [[nodiscard]] static QString textOf(const observe::Whois& answer);

    WhoisModel m_model;
    QLabel* m_cost;
    QLabel* m_answer;
    QPushButton* m_look;
    QPushButton* m_listen;
    QPushButton* m_close;
    bool m_isAsking = false;
    bool m_isListening = false;
};

} // namespace lockkeeper::ui
