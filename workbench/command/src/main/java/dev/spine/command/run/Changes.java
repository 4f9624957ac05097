package dev.spine.command.run;

import dev.spine.command.control.RequestException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a reload has done, what it could not do, and what it takes a restart to do. One thread. */
final class Changes {
    private final List<String> done = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> restart = new ArrayList<>();

    /** One change. */
    interface Step {
        /** {@return what was done, or an empty text for nothing} */
        String perform() throws RequestException;
    }

    /** Makes a change; when it is refused, the next one is made all the same. */
    void attempt(String what, Step step) {
        try {
            String line = step.perform();
            if (!line.isEmpty()) {
                done.add(line);
            }
        } catch (RequestException e) {
            refused.add(what + " stays as it was: " + e.getMessage());
        }
    }

    void needsRestart(String what) {
        restart.add(what);
    }

    /** {@return all of it as members of a reply} */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("done", List.copyOf(done));
        members.put("refused", List.copyOf(refused));
        members.put("restart", List.copyOf(restart));
        return members;
    }

    /** {@return all of it as lines} */
    List<String> lines() {
        List<String> lines = new ArrayList<>(done);
        refused.forEach(line -> lines.add("refused: " + line));
        restart.forEach(line -> lines.add("needs a restart: " + line));
        if (lines.isEmpty()) {
            lines.add("nothing has changed");
        }
        return lines;
    }
}
