// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_test.h"

#include <functional>

namespace lockkeeper::tests {

/// Shows the pages and the dialogs of a window over three real servers, and over a board with
/// everything that it has words for. Derive a test from it.
class WindowScenes : public WindowTest {
protected:
    /// Called with each of them, while it is shown.
    using Look = std::function<void(const QString& scene, const QWidget& shown)>;

    /// Starts the servers, with locks that are recorded and a journal.
    void begin();
    void end();
    void showPages(const Look& look);
    void showDialogs(const Look& look);
    /// Words that only seldom are in a window: alerts and the like, in labels.
    static void showSeldomWords(const Look& look);

    /// The names in all this that are not translated.
    [[nodiscard]] QStringList names() const;

private:
    void openWindow();
    void feed();
    void writeJournal() const;
    void showEachLock(const Look& look);
    void showOwnDialogs(const Look& look);
    void showReleases(const Look& look);
    void showBulk(const Look& look);
    void showConnecting(const Look& look);
    void showSmallDialogs(const Look& look);
    void showDialog(const QString& scene, QWidget& dialog, const Look& look) const;
    void showOpened(const QString& scene, const Look& look);
    void trigger(const QString& action) const;
    [[nodiscard]] observe::LockEntryPtr heldEntry() const;
};

} // namespace lockkeeper::tests
