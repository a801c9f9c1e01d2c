// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Peer LIBRARY ROLE URL: one real library against the server at URL. The class Locks, of which
 * there is one for each profile of pom.xml, knows the library.
 *
 * <p>hold: takes the lock as the library's documentation does, prints what is known of the holder
 * ("fact NAME VALUE") and "held KEY", and keeps the lock. On "notice" it calls what tells a holder
 * of its loss, and prints "notice CALL: RESULT; ...".
 *
 * <p>wait: prints "waiting", takes the same lock, which blocks, and prints "got it", or "failed
 * ERROR".
 *
 * <p>turns: takes and frees the lock as often as a fourth argument says, and prints how often
 * somebody else was inside ("turns N overlaps M").
 *
 * <p>Holders and waiters live until stdin ends.
 */
public final class Peer {
    /** A lock that is held; the last call frees it. */
    public record Held(String key, Map<String, Callable<Object>> calls) {}

    /** How long a turn lasts, and how long others have for theirs. */
    private static final long PAUSE_MS = 5;

    private Peer() {}

    /** Plays in a thread whose number is not that of every main thread: it may be told wrongly. */
    public static void main(String[] arguments) throws Exception {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                play(arguments);
                            } catch (Throwable error) {
                                error.printStackTrace();
                                Runtime.getRuntime().halt(1);
                            }
                        });
        thread.start();
        thread.join();
        Runtime.getRuntime().halt(0); // nothing is released, and no thread is waited for
    }

    private static void play(String[] arguments) throws Exception {
        Locks locks = new Locks(URI.create(arguments[2]));
        String library = arguments[0];
        switch (arguments[1]) {
            case "turns" -> takeTurns(locks, arguments);
            case "wait" -> {
                System.out.println("waiting");
                await(locks, library);
                System.in.readAllBytes();
            }
            default -> hold(locks, library);
        }
    }

    private static void await(Locks locks, String library) throws Exception {
        try {
            locks.take(library, true);
            System.out.println("got it");
        } catch (Exception error) {
            System.out.println("failed " + error.getClass().getSimpleName());
            throw error;
        }
    }

    private static void hold(Locks locks, String library) throws Exception {
        Held held = locks.take(library, false);
        System.out.println("fact thread " + Thread.currentThread().getId());
        System.out.println("held " + held.key());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            List<String> told = new ArrayList<>();
            held.calls().forEach((name, call) -> told.add(name + ": " + result(call)));
            System.out.println("notice " + String.join("; ", told));
        }
    }

    private static String result(Callable<Object> call) {
        try {
            Object told = call.call();
            return told == null ? "returns" : told.toString();
        } catch (Throwable error) {
            return "throws " + error.getClass().getSimpleName();
        }
    }

    private static void takeTurns(Locks locks, String[] arguments) throws Exception {
        int turns = Integer.parseInt(arguments[3]);
        int overlaps = 0;
        try (Inside inside = new Inside(URI.create(arguments[2]))) {
            for (int turn = 0; turn < turns; ++turn) {
                Held held = locks.take(arguments[0], true);
                overlaps += inside.ask("INCR inside") == 1 ? 0 : 1;
                Thread.sleep(PAUSE_MS);
                inside.ask("DECR inside");
                Callable<Object> free = null;
                for (Callable<Object> call : held.calls().values()) {
                    free = call;
                }
                free.call();
                Thread.sleep(PAUSE_MS);
            }
        }
        System.out.println("turns " + turns + " overlaps " + overlaps);
    }

    /** Counts who is inside, by a connection of its own. */
    private static final class Inside implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader replies;

        Inside(URI url) throws IOException {
            socket = new Socket(url.getHost(), url.getPort());
            replies = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        }

        long ask(String command) throws IOException {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return Long.parseLong(replies.readLine().substring(1));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
