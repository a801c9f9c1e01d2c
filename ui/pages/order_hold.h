// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>
#include <set>

class QWidget;

namespace lockkeeper::ui {

class TableView;

/// Keeps rows' places while somebody looks or acts, or has paused.
class OrderHold final : public QObject {
    Q_OBJECT
public:
    enum class Reason {
        Pause,
        Dialog,
        Menu,
        Pointer, ///< lapses when it rests
        Selection, ///< lapses when the table is idle
    };

    /// `areas`: nothing may move there under the pointer.
    OrderHold(const QList<QWidget*>& areas, TableView& table, QObject* parent = nullptr);

    void set(Reason reason, bool isOn);
    [[nodiscard]] bool has(Reason reason) const { return m_reasons.contains(reason); }
    [[nodiscard]] bool isHeld() const;
    /// Before, only a pause counts.
    void setLoaded();
    /// A pointer left on a wall screen must not hold the order for ever.
    static constexpr std::chrono::minutes kPatience{1};
    void setPatience(std::chrono::milliseconds patience) { m_idle.setInterval(patience); }

Q_SIGNALS:
    void changed(bool isHeld);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watchPointer(QWidget& part);
    void noteDeed();
    void notePointer();
    void lapse();
    void report();

    QList<QWidget*> m_areas;
    TableView& m_table;
    std::set<Reason> m_reasons;
    QTimer m_idle;
    bool m_isLoaded = false;
    bool m_wasHeld = false;
};

} // namespace lockkeeper::ui
