// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/whois_runner.h"
#include "ui/models/whois_model.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

/// Dialog that finds a lock's holder among clients; shows the cost first. Only emits requests:
/// report by showAnswer().
class WhoisDialog final : public QDialog {
    Q_OBJECT
public:
    static constexpr std::chrono::seconds kListening{5};

    WhoisDialog(const Resource& resource, std::size_t masters, QWidget* parent = nullptr);

public Q_SLOTS:
    void showAnswer(const lockkeeper::ui::WhoisAnswer& answer);
    /// Cancels, and closes.
    void reject() override;

Q_SIGNALS:
    /// `tap`: also MONITOR for so long.
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
