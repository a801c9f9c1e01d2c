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

/// Decides when the rows of a table keep their places: while somebody looks or acts there, or has
/// paused. GUI thread only.
class OrderHold final : public QObject {
    Q_OBJECT
public:
    /// The order is held while there is at least one reason.
    enum class Reason {
        Pause,
        Dialog,
        Menu,
        Pointer, ///< it was moved over an area; lapses when it rests
        Selection, ///< a row was chosen; lapses when nothing is done in the table
    };

    /// `areas`: where the pointer must find things in place. All must outlive the object.
    OrderHold(const QList<QWidget*>& areas, TableView& table, QObject* parent = nullptr);

    /// Sets or takes back a reason. Emits changed() if that decides.
    void set(Reason reason, bool isOn);
    [[nodiscard]] bool has(Reason reason) const { return m_reasons.contains(reason); }
    [[nodiscard]] bool isHeld() const;
    /// Until the rows were loaded, only a pause holds their order: there is none yet.
    void setLoaded();
    /// A pointer that was left on the table of a screen on the wall must not hold it for ever.
    static constexpr std::chrono::minutes kPatience{1};
    /// For how long pointer and selection hold the order while nothing is done: kPatience, unless
    /// set.
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
