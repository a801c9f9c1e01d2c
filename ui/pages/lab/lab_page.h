// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/run_picture.h"
#include "ui/bridge/lab_runner.h"
#include "ui/pages/page.h"

#include <QTimer>
#include <array>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockkeeper::ui {

class FreePlayView;
class RunView;

/// Page of experiments on how locks fail. Records runs: the user can pause, step and replay while
/// servers go on.
class LabPage final : public Page {
    Q_OBJECT
public:
    explicit LabPage(LabRunner& runner, QWidget* parent = nullptr);

    bool choose(std::string_view name);
    void play(bool isCure);
    void chooseFreePlay();
    [[nodiscard]] QString pictureName() const;
    [[nodiscard]] std::string asSvg() const { return asSvg(m_isCure && !isFree()); }
    [[nodiscard]] QByteArray asPng() const;
    /// Empty: not played.
    [[nodiscard]] std::string asSvg(bool isCure) const;
    /// Refers to NAME.svg and NAME-cure.svg.
    [[nodiscard]] std::string asMarkdown(const QString& name) const;

    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Labels must not make the window higher.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

Q_SIGNALS:
    void watchRequested(const std::vector<std::string>& urls);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* createList();
    [[nodiscard]] QWidget* createBox();
    [[nodiscard]] QWidget* createMiddle();
    [[nodiscard]] QWidget* createControls();
    [[nodiscard]] QWidget* createSteps();
    void showChosen();
    void showWay(const lab::Variant& way);
    void showSeen();
    [[nodiscard]] output::Picture drawn(output::RunToDraw run, double width) const;
    [[nodiscard]] QTreeWidgetItem* nextExperiment() const;
    void draw(RunView& view, const std::shared_ptr<const lab::Recording>& seen,
        const lab::Ruling& ruling);
    void showSteps(const lab::Recording& recording);
    void showResult();
    void showButtons();
    void pauseOrGoOn();
    void advance();
    void goStep(int direction);
    void goToStep(int row);
    void stayAt(std::optional<SteadyTime> time);
    void listSteps();
    [[nodiscard]] QTreeWidgetItem* itemOf(std::string_view name) const;
    void setRate(int place);
    void zoom(double factor);
    [[nodiscard]] const std::shared_ptr<const lab::Recording>& shown() const
    {
        return m_seen[m_isCure ? 1 : 0];
    }
    [[nodiscard]] bool isMoving() const;
    [[nodiscard]] bool isFree() const;
    void fillList();
    void connectList();
    void followSelection();
    void showRoom();
    [[nodiscard]] const lab::Variant& variant() const;
    [[nodiscard]] lab::Speed speed() const;

    LabRunner& m_runner;
    const lab::Experiment* m_chosen;
    const lab::Experiment* m_played = nullptr; ///< runs, or ran last
    bool m_isCure = false;
    /// Fault and cure.
    std::array<std::shared_ptr<const lab::Recording>, 2> m_seen{};
    std::shared_ptr<const LabResult> m_result{}; ///< null during the run
    std::optional<SteadyTime> m_head{};
    QTimer m_advance;
    double m_zoom = 1;
    lab::Speed m_playedAt = lab::Speed::Real;
    QTreeWidget* m_list = nullptr;
    QWidget* m_boxRow = nullptr;
    QComboBox* m_box = nullptr; ///< replaces the list in a narrow page
    QLabel* m_title = nullptr;
    QLabel* m_variant = nullptr;
    QScrollArea* m_scroll = nullptr;
    RunView* m_fault = nullptr;
    RunView* m_cure = nullptr;
    QLabel* m_step = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_lesson = nullptr;
    QPushButton* m_play = nullptr;
    QPushButton* m_playCure = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_pause = nullptr;
    QToolButton* m_on = nullptr;
    QComboBox* m_replay = nullptr;
    QComboBox* m_speed = nullptr;
    QWidget* m_middle = nullptr;
    FreePlayView* m_free = nullptr;
    QTreeWidgetItem* m_freeItem = nullptr;
    QWidget* m_side = nullptr;
    QListWidget* m_steps = nullptr;
};

} // namespace lockkeeper::ui
