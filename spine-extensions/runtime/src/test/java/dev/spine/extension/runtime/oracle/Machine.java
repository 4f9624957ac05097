package dev.spine.extension.runtime.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to run the Java virtual machine: which compilers it has. Each program is run in all of them. Their heaps are small and touched
 * before a program begins: what an operating system takes for a page that is used the first time is paid once for each page of the heap,
 * whoever comes first, and is no price of the code (a megabyte took 4 ms instead of 0.1 ms on a virtual machine of two processors).
 */
enum Machine {
    /** Both compilers, as a system runs. */
    TIERED(),
    /** The interpreter alone. */
    INTERPRETER("-Xint"),
    /** The first compiler alone; code waits for it, and soon: what is warm is compiled, however busy the processors are. */
    C1("-XX:TieredStopAtLevel=1", "-XX:-BackgroundCompilation", Machine.SOON),
    /** The second compiler alone, which code waits for; what is cold is interpreted. */
    C2("-XX:-TieredCompilation", "-XX:-BackgroundCompilation", Machine.SOON);

    /** After a tenth of the usual calls and rounds: else warm activations of a program with many short methods are half interpreted. */
    private static final String SOON = "-XX:CompileThresholdScaling=0.1";
    private static final List<String> COMMON = List.of("-XX:+UseSerialGC", "-Xmx1g", "-Xms256m", "-Xmn64m",
        "-XX:+AlwaysPreTouch", "-XX:-OmitStackTraceInFastThrow", "-XX:-UseCompressedOops", "--enable-native-access=ALL-UNNAMED");

    @SuppressWarnings("ImmutableEnumChecker") // a list that is a copy
    private final List<String> options;

    Machine(String... options) {
        this.options = List.of(options);
    }

    /**
     * {@return a process that runs a main class in such a machine; what it says on its standard error goes to this one's}
     *
     * @param main the class
     * @param arguments its arguments
     */
    Process start(Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(COMMON);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
