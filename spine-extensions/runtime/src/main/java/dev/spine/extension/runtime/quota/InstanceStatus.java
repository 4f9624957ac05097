package dev.spine.extension.runtime.quota;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a runtime tells about one instance, for programs to read: the answer to LIST and INSPECT. Keys that a later runtime adds are kept in
 * {@link #lines}. Any thread.
 */
public final class InstanceStatus {
    private final ReportLines report;

    InstanceStatus(ReportLines report) {
        this.report = report;
    }

    /**
     * Reads the answer to LIST or INSPECT.
     *
     * @param text lines {@code key=value}, an empty line after each instance; an instance whose lines were cut off is left out
     * @return the instances
     */
    public static List<InstanceStatus> parse(String text) {
        return ReportLines.parse(text).stream().map(InstanceStatus::new).toList();
    }

    /** {@return all lines, key and value, in order: for listings that show everything} */
    public List<Map.Entry<String, String>> lines() {
        return report.all();
    }

    /** {@return its number, 1 to 255} */
    public int instance() {
        return (int) report.number("instance");
    }

    /** {@return which of all that have had that number: a number that no other instance of its card has had} */
    public int life() {
        return (int) report.number("life");
    }

    /** {@return the extension's name} */
    public String name() {
        return report.text("name");
    }

    /** {@return whose it is, 0 for the node itself} */
    public int owner() {
        return (int) report.number("owner");
    }

    /** {@return whether it ends with its owner's connection} */
    public boolean isTied() {
        return Boolean.parseBoolean(report.text("tied"));
    }

    /** {@return {@code running}, {@code trial} (replaced, and the old version can still come back), {@code failed} or {@code ended}} */
    public String state() {
        return report.text("state");
    }

    /** {@return how many versions of its code it has had: 1 until it is replaced} */
    public int version() {
        return (int) report.number("version");
    }

    /** {@return what it has failed by, in one line, or an empty text} */
    public String failure() {
        return report.text("failure");
    }

    /** {@return where it has failed: the extension's own lines, innermost first; of INSPECT only} */
    public List<String> stack() {
        return report.all("stack");
    }

    /**
     * {@return a number of the instance, 0 when there is none of that name: {@code activations}, {@code dropped}, {@code refusedTransfers},
     * {@code fuel}, {@code mostFuel}, {@code allocatedBytes}, {@code rolledBack}, {@code logged}, {@code cut} (lines that the answer had no
     * room for)}
     *
     * @param key its name
     */
    public long number(String key) {
        return report.number(key);
    }

    /** {@return the extension's own counters, by name} */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String counter : report.all("counter")) {
            int space = counter.indexOf(' ');
            counters.put(counter.substring(space + 1), Long.parseLong(counter.substring(0, Math.max(0, space))));
        }
        return counters;
    }

    /** {@return the ledger: what it uses of each quota} */
    public List<QuotaUse> quotas() {
        return report.quotas();
    }

    /** {@return what it was told when it was loaded; of INSPECT only} */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String parameter : report.all("parameter")) {
            int equals = parameter.indexOf('=');
            parameters.put(parameter.substring(0, Math.max(0, equals)), parameter.substring(equals + 1));
        }
        return parameters;
    }

    /** {@return the last lines of its log, oldest first; of INSPECT only} */
    public List<String> log() {
        return report.all("log");
    }

    /** {@return what was kept of its state when it failed: fields of its entry, what it held, and the message; of INSPECT only} */
    public List<String> kept() {
        return report.all("kept");
    }

    /** {@return the lines and the empty one that ends them} */
    @Override
    public String toString() {
        return report.toString();
    }
}
