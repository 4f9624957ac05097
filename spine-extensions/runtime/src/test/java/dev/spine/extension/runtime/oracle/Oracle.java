package dev.spine.extension.runtime.oracle;

import dev.spine.extension.runtime.verify.Verifier;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A campaign: makes programs, runs those that are accepted on every {@link Machine}, and runs what looks charged wrong once more, for
 * longer, before it is a finding. Tells its progress; ends with a summary.
 */
final class Oracle {
    private static final int BATCH = 40;
    private static final int WARM = 12;
    /** Warm activations of a program that is looked at once more. */
    private static final int WARM_AGAIN = 100;
    private static final int MACHINES_AT_ONCE = 2;

    private final PrintStream out;
    private final Map<Machine, Ordinary> measures;
    private final double maxTime;
    private final Map<String, SubjectSource> found = new LinkedHashMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private int generated;
    private int refused;
    private int ran;
    private double worstTimeRatio;
    private double worstBytesRatio;
    private String worstTime = "-";
    private String worstBytes = "-";

    /**
     * A campaign.
     *
     * @param out its progress
     * @param measures by which it judges
     * @param maxTime times of an ordinary loop from which on a program is a finding
     */
    Oracle(PrintStream out, Map<Machine, Ordinary> measures, double maxTime) {
        this.out = out;
        this.measures = Map.copyOf(measures);
        this.maxTime = maxTime;
        measures.forEach((machine, measure) -> out.println("oracle: ordinary on " + machine + ": " + measure));
    }

    /**
     * Makes programs for some time.
     *
     * @param seed of the programs
     * @param seconds for which new ones are begun
     * @param names of the calls that are tried, a regular expression
     * @return what was found
     */
    List<Finding> campaign(long seed, long seconds, String names) throws IOException, InterruptedException {
        List<Calls.Call> calls = Calls.accepted().stream().filter(call -> call.toString().matches(names)).toList();
        Generator generator = new Generator(calls, seed);
        out.println("oracle: seed " + seed + ", " + calls.size() + " calls, " + seconds + " s");
        long end = System.nanoTime() + seconds * 1_000_000_000;
        do {
            List<SubjectSource> sources = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                sources.add(generator.next());
            }
            generated += sources.size();
            examine(sources);
            out.println("oracle: " + generated + " programs, " + ran + " accepted, " + found.size() + " findings");
        } while (System.nanoTime() < end);
        return List.copyOf(findings);
    }

    /**
     * Judges programs.
     *
     * @param sources the programs; what is no Java, or refused, is left out
     * @return what was found, worst first
     */
    List<Finding> examine(List<SubjectSource> sources) throws IOException, InterruptedException {
        List<Subject> subjects = accepted(sources);
        ran += subjects.size();
        Judge first = run(subjects, WARM);
        Set<String> suspects = new LinkedHashSet<>();
        first.findings().forEach(finding -> suspects.add(finding.name()));
        Judge again = suspects.isEmpty() ? first : run(subjects.stream().filter(one -> suspects.contains(one.name())).toList(), WARM_AGAIN);
        for (Finding finding : again.findings()) {
            if (first.findings().stream().anyMatch(one -> one.name().equals(finding.name()) && one.kind() == finding.kind())) {
                findings.add(finding);
                out.println("oracle: " + finding);
                sources.stream().filter(source -> source.name().equals(finding.name())).forEach(source -> {
                    if (found.put(finding.name(), source) == null) {
                        out.println(source.brief());
                    }
                });
            }
        }
        note(first.findings().isEmpty() ? first : again);
        return List.copyOf(findings);
    }

    private void note(Judge verifier) {
        if (verifier.worstTimeRatio() > worstTimeRatio) {
            worstTimeRatio = verifier.worstTimeRatio();
            worstTime = verifier.worstTime();
        }
        if (verifier.worstBytesRatio() > worstBytesRatio) {
            worstBytesRatio = verifier.worstBytesRatio();
            worstBytes = verifier.worstBytes();
        }
    }

    private List<Subject> accepted(List<SubjectSource> sources) {
        List<Subject> accepted = new ArrayList<>();
        for (Subject subject : Subject.compileWhatCan(sources)) {
            if (new Verifier(name -> true).verify(subject.image(), null).isAccepted()) {
                accepted.add(subject);
            } else {
                refused++;
            }
        }
        return accepted;
    }

    private Judge run(List<Subject> subjects, int warm) throws IOException, InterruptedException {
        Map<Machine, Future<Runs>> begun = new EnumMap<>(Machine.class);
        Map<Machine, Runs> runs = new EnumMap<>(Machine.class);
        try (ExecutorService machines = Executors.newFixedThreadPool(MACHINES_AT_ONCE)) {
            for (Machine machine : Machine.values()) {
                Callable<Runs> one = () -> Runs.of(machine, subjects, machine == Machine.INTERPRETER ? 1 : warm,
                    Objects.requireNonNull(measures.get(machine)).times(maxTime));
                begun.put(machine, machines.submit(one));
            }
            for (Map.Entry<Machine, Future<Runs>> entry : begun.entrySet()) {
                runs.put(entry.getKey(), entry.getValue().get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a machine cannot be run", e.getCause());
        }
        return new Judge(measures, maxTime, subjects, runs);
    }

    /** {@return what happened, in a few lines} */
    String summary() {
        long fuel = findings.stream().filter(finding -> finding.kind() == Finding.Kind.FUEL).count();
        return String.format(Locale.ROOT,
            "oracle: programs %d, accepted %d, refused %d; worst time %s; worst bytes %s; fuel %s; findings %d",
            generated, ran, refused, worstTime, worstBytes, fuel == 0 ? "equal on all machines" : "differs in " + fuel, found.size());
    }

    /** Makes programs: the arguments are for how many seconds, the seed, and a regular expression for calls. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Oracle oracle = new Oracle(System.err, Ordinary.measure(Ordinary.LONG_NS), Judge.MAX_TIME);
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        oracle.campaign(seed, Long.parseLong(arguments[0]), arguments.length > 2 ? arguments[2] : ".*");
        System.out.println(oracle.summary());
    }
}
