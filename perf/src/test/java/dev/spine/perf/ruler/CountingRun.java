package dev.spine.perf.ruler;

import dev.spine.perf.report.MeasurementObserver;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs workloads in a process whose classes are counted, and writes what each operation took. */
public final class CountingRun {
    /** What comes once in a while, as linking, is in one count and not in all. */
    private static final int COUNTS = 3;

    private CountingRun() {}

    /**
     * Runs.
     *
     * @param arguments where to write: lines of workload, processor, operation, times, units, units of bookkeeping, with tabs between them;
     *     and the class that has the workloads
     */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        List<String> lines = new ArrayList<>();
        ((Map<?, ?>) Class.forName(arguments[1]).getMethod("all").invoke(null)).forEach((name, each) -> {
            @SuppressWarnings("unchecked") // as CountedWorkloads has it
            Consumer<MeasurementObserver> run = (Consumer<MeasurementObserver>) each;
            // Classes are loaded and linked once, which is no work of an operation.
            run.accept(MeasurementObserver.NONE);
            for (int i = 0; i < COUNTS; i++) {
                run.accept(new MeasurementObserver() {
                    @Override
                    public void onBegin() {
                        counter("clear");
                    }
                });
                for (Object line : (List<?>) counter("lines")) {
                    lines.add(name + "\t" + line);
                }
            }
        });
        Files.write(Path.of(arguments[0]), lines);
    }

    /** What the boot loader defined is another class than what the class path has. */
    private static Object counter(String method) {
        try {
            Method of = Class.forName(Counted.class.getName(), true, null).getMethod(method);
            return of.getReturnType() == void.class ? of.invoke(null) == null : of.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the counter is not there: run with the agent", e);
        }
    }
}
