// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;

namespace lockkeeper::ui {

class ContenderCard;
class LabRunner;
class MasterCard;
class RunView;

/// Cards that command contenders and masters, a picture, a log.
class FreePlayView final : public QWidget {
    Q_OBJECT
public:
    explicit FreePlayView(LabRunner& runner, QWidget* parent = nullptr);

    void setZoom(double zoom);
    /// Empty: nothing seen.
    [[nodiscard]] std::string asSvg() const;
    [[nodiscard]] RunView& picture() const noexcept { return *m_picture; }

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void runningChanged();
    void watchRequested(const std::vector<std::string>& urls);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* createHeader();
    [[nodiscard]] QWidget* createCards();
    [[nodiscard]] QWidget* createPicture();
    [[nodiscard]] QWidget* createFooter();
    void startOrEnd();
    void addContender();
    void makeMasters();
    void arrangeCards();
    void showCards();
    void show(const std::shared_ptr<const lab::Scene>& scene);
    void showTill();
    void showLog();
    void draw();
    void showButtons();
    [[nodiscard]] std::size_t masters() const;
    [[nodiscard]] bool hasReplica() const;

    LabRunner& m_runner;
    bool m_isPlaying = false;
    std::shared_ptr<const lab::Scene> m_scene{};
    std::vector<std::string> m_urls;
    std::vector<lab::Event> m_events;
    std::vector<lab::Event> m_listed;
    std::vector<ContenderCard*> m_contenders;
    std::vector<MasterCard*> m_masters;
    int m_columns = 0;
    double m_zoom = 1;
    QBoxLayout* m_header = nullptr;
    QBoxLayout* m_footer = nullptr;
    QWidget* m_titles = nullptr; ///< hidden without room
    QLabel* m_about = nullptr;
    QPushButton* m_add = nullptr;
    QComboBox* m_table = nullptr;
    QPushButton* m_start = nullptr;
    QGridLayout* m_grid = nullptr;
    QScrollArea* m_cards = nullptr;
    QScrollArea* m_scroll = nullptr;
    RunView* m_picture = nullptr;
    QWidget* m_side = nullptr;
    QListWidget* m_log = nullptr;
    QCheckBox* m_hold = nullptr;
    QPushButton* m_watch = nullptr;
    QPushButton* m_fill = nullptr;
    QLabel* m_till = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace lockkeeper::ui
