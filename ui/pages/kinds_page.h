// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/kinds_survey.h"
#include "ui/models/kinds_model.h"
#include "ui/pages/table_page.h"

class QPushButton;

namespace lockkeeper::ui {

class Banner;
class Prompter;

/// Page of the kinds of keys: the user says which are locks.
class KindsPage final : public TablePage {
    Q_OBJECT
public:
    KindsPage(KindsSurvey& survey, Prompter& prompter, QWidget* parent = nullptr);

    void refuse(const QString& why);

    void look();
    /// Asks first: it costs masters much.
    void learn();

public Q_SLOTS:
    /// For a look's cost. `update` must not be null.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);

private:
    void createButtons();
    void connectSignals();
    void showFound(const KindsFound& found);
    void showLearnt(const KindsLearnt& learnt);
    void showNote();
    void showSettled(const HintSettled& settled);
    void showButtons();
    void showButton(QPushButton& button, observe::KindAnswer answer);
    [[nodiscard]] Result<observe::HintPlan> planFor(
        const observe::Kind& kind, observe::KindAnswer answer, const std::string& format);
    [[nodiscard]] std::optional<std::string> askFor(
        const observe::Kind& kind, const observe::HintPlan& plan, observe::KindAnswer answer);
    void showCost();
    void settle(observe::KindAnswer answer);
    [[nodiscard]] const observe::Kind* selected();
    [[nodiscard]] static QString settledText(const HintSettled& settled);

    KindsSurvey& m_survey;
    Prompter& m_prompter;
    KindsModel m_kinds;
    QString m_refusal;
    Banner* m_banner;
    QPushButton* m_look;
    QPushButton* m_learn;
    QPushButton* m_locks;
    QPushButton* m_noLocks;
    std::size_t m_keys = 0; ///< distinct keys, as far as known
    std::size_t m_masters = 0;
    bool m_isListening = false;
};

} // namespace lockkeeper::ui
