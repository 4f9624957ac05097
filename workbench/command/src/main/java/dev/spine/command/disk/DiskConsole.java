package dev.spine.command.disk;

import dev.spine.iop.PlainText;
import dev.spine.system.output.Progress;
import java.io.PrintWriter;
import java.util.Queue;

/**
 * What the person sees while disks are served: lines that stay, and one that shows how much is being moved. The command's thread.
 *
 * @param text where lines are printed
 * @param progress shows how much is being moved
 * @param warnings lines of the system's own threads, which are printed in time
 */
record DiskConsole(PrintWriter text, Progress progress, Queue<String> warnings) {
    /** Prints a line. */
    void say(String line) {
        progress.clear();
        text.println(line);
        text.flush();
    }

    /** Prints what the system's threads have said. */
    void sayWarnings() {
        for (String line = warnings.poll(); line != null; line = warnings.poll()) {
            say(PlainText.line(line));
        }
    }
}
