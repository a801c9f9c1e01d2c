// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/lab_runner.h"
#include "ui/pages/page.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockkeeper::ui {

class RunView;

/// The page on which experiments show how locks fail: which there are, the picture of one while it
/// is played, its steps, and what came of it. `runner` must outlive the page.
class LabPage final : public Page {
    Q_OBJECT
public:
    explicit LabPage(LabRunner& runner, QWidget* parent = nullptr);

    /// Chooses an experiment by its name; false: there is none.
    bool choose(std::string_view name);
    /// Plays the one that is chosen.
    void play(bool isCure);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* createList();
    [[nodiscard]] QWidget* createMiddle();
    [[nodiscard]] QWidget* createControls();
    [[nodiscard]] QWidget* createSteps();
    void showChosen();
    void showWay(const lab::Variant& way);
    void showSeen(const lab::Recording& recording, const lab::Ruling& ruling, bool isGoingOn);
    void showSteps(const lab::Recording& recording);
    void showResult(const LabResult& result);
    void showButtons();
    [[nodiscard]] const lab::Variant& variant() const;
    [[nodiscard]] lab::Speed speed() const;

    LabRunner& m_runner;
    const lab::Experiment* m_chosen; ///< one of builtInExperiments()
    const lab::Experiment* m_played = nullptr; ///< that runs, or ran last
    bool m_isCure = false;
    lab::Speed m_playedAt = lab::Speed::Real;
    QTreeWidget* m_list = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_variant = nullptr;
    QScrollArea* m_scroll = nullptr;
    RunView* m_fault = nullptr;
    RunView* m_cure = nullptr;
    QLabel* m_step = nullptr; ///< the present one, where there is no room for all
    QLabel* m_verdict = nullptr;
    QLabel* m_lesson = nullptr;
    QPushButton* m_play = nullptr;
    QPushButton* m_playCure = nullptr;
    QComboBox* m_speed = nullptr;
    QWidget* m_side = nullptr;
    QListWidget* m_steps = nullptr;
};

} // namespace lockkeeper::ui
