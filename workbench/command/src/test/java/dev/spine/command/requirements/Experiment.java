package dev.spine.command.requirements;

import dev.spine.command.SpineCommand;
import dev.spine.system.file.TomlFile;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/**
 * A command, as a person gives it at the top of the tree, whose result shows a requirement: {@code ./spine ...} or
 * {@code perf/bench CLASS ...}.
 *
 * @param command the words
 */
record Experiment(String command) {
    private static final String SPINE = "./spine ";
    private static final String BENCH = "perf/bench ";
    private static final String FIGURE = "--figure";
    private static final Path BENCHMARKS =
        Path.of(System.getProperty("spine.root", "../.."), "perf/benchmarks/src/main/java/dev/spine/perf/benchmarks");

    /** The commands of a list with semicolons between them. */
    static List<Experiment> list(String commands) {
        return Arrays.stream(commands.split(";", -1)).map(String::strip).filter(command -> !command.isEmpty())
            .map(Experiment::new).toList();
    }

    /** {@return what is wrong with the command, or an empty text when there is what it names} */
    String problem() {
        if (command.startsWith(SPINE)) {
            return problemOfSpine(List.of(command.substring(SPINE.length()).split(" +", -1)));
        }
        if (command.startsWith(BENCH)) {
            return problemOfBench(command.substring(BENCH.length()).split(" +", 2)[0]);
        }
        return "is neither ./spine nor perf/bench";
    }

    private static String problemOfSpine(List<String> words) {
        CommandLine line = SpineCommand.commandLine();
        try {
            line.parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            return "is not understood: " + e.getMessage();
        }
        if (!figure(words).isEmpty() && !figures().contains(figure(words))) {
            return "names no figure";
        }
        if (words.getFirst().equals("compare") && words.size() > 1 && !words.get(1).startsWith("-")) {
            CommandLine compare = line.getSubcommands().get("compare");
            String help = String.join("", compare.getCommandSpec().positionalParameters().getFirst().description());
            return List.of(help.split("\\W+")).contains(words.get(1)) ? "" : "names no workload";
        }
        return "";
    }

    /** {@return the published figure that the command asks of the model, or an empty text when it is about none or about all} */
    String figure() {
        return figure(List.of(command.split(" +", -1)));
    }

    private static String figure(List<String> words) {
        int at = words.indexOf(FIGURE);
        return at < 0 || at + 1 == words.size() ? "" : words.get(at + 1);
    }

    /** The ids of the published figures. */
    private static List<String> figures() {
        String name = "/dev/spine/perf/reproduce/published.toml";
        List<String> ids = new ArrayList<>();
        try (InputStream in = SpineCommand.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not bundled");
            }
            for (TomlSection section : TomlFile.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8)).sections("figure")) {
                ids.add(section.name("id"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ids;
    }

    /** Benchmarks are not on this class path, so their sources are looked for. */
    private static String problemOfBench(String name) {
        Path source = BENCHMARKS.resolve(name.replace('.', '/') + ".java");
        try {
            return Files.exists(source) && Files.readString(source).contains("public static void main(String[] ") ? ""
                : "names no class with a main method";
        } catch (IOException e) {
            throw new UncheckedIOException(source + " cannot be read", e);
        }
    }
}
