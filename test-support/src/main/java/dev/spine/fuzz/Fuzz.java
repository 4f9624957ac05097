package dev.spine.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Gives a target the inputs of a corpus, then inputs that a generator makes and that mutation makes of earlier ones.
 *
 * <p>One run belongs to one thread. See the package for how to write a test with it.
 */
public final class Fuzz {
    /** Inputs of a brief run. */
    public static final int BRIEF_INPUTS = 5_000;
    private static final int DEFAULT_SECONDS = 5;
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_POOL = 4_096;
    private static final int INPUTS_PER_LOOK_AT_THE_CLOCK = 32;

    private final String name;
    private final Corpus corpus;
    private final Function<Random, byte[]> generator;

    private Fuzz(String name, Corpus corpus, Function<Random, byte[]> generator) {
        this.name = name;
        this.corpus = corpus;
        this.generator = generator;
    }

    /**
     * A driver with a corpus and a generator of random bytes.
     *
     * @param test the test, beside the directory {@code corpus}
     * @param corpusName name of the directory in it
     * @return the driver
     * @throws IllegalArgumentException there is no such corpus
     */
    public static Fuzz over(Class<?> test, String corpusName) {
        return new Fuzz(test.getSimpleName() + " " + corpusName, Corpus.of(test, corpusName), Fuzz::anyBytes);
    }

    /**
     * The same driver with a generator of inputs that are nearly right.
     *
     * @param newGenerator makes an input from random numbers, and from nothing else
     * @return the driver
     */
    public Fuzz generating(Function<Random, byte[]> newGenerator) {
        return new Fuzz(name, corpus, newGenerator);
    }

    private static byte[] anyBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 32 : 512)];
        random.nextBytes(bytes);
        return bytes;
    }

    /**
     * What a run did.
     *
     * @param seed repeats it
     * @param inputs how many inputs there were
     * @param outcomes how many different things the target made of them
     */
    public record Summary(long seed, long inputs, int outcomes) {
    }

    /**
     * Runs the corpus and {@link #BRIEF_INPUTS} further inputs: for every build.
     *
     * @param target what is tested
     * @return what the run did
     * @throws AssertionError an input broke a promise; the message has seed, number and bytes of the input
     */
    public Summary briefly(FuzzTarget target) {
        return briefly(BRIEF_INPUTS, target);
    }

    /**
     * Runs the corpus and a number of further inputs: for targets that take long for one, because they talk through a socket.
     *
     * @param further how many
     * @param target what is tested
     * @return what the run did
     * @throws AssertionError an input broke a promise; the message has seed, number and bytes of the input
     */
    public Summary briefly(int further, FuzzTarget target) {
        return run(target, inputs -> inputs < further);
    }

    /**
     * Runs the corpus and further inputs for as many seconds as {@code spine.fuzz.seconds} says, 5 without it.
     *
     * @param target what is tested
     * @return what the run did; it is printed, too
     * @throws AssertionError an input broke a promise; the message has seed, number and bytes of the input
     */
    public Summary atLength(FuzzTarget target) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("spine.fuzz.seconds", DEFAULT_SECONDS));
        Summary summary = run(target, inputs -> inputs % INPUTS_PER_LOOK_AT_THE_CLOCK != 0 || System.nanoTime() < end);
        System.out.println("fuzz " + name + ": " + summary);
        return summary;
    }

    /** Whether there is time for another input. */
    @FunctionalInterface
    private interface Budget {
        boolean allows(long inputs);
    }

    private Summary run(FuzzTarget target, Budget budget) {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        Random random = new Random(seed);
        Mutation mutation = new Mutation(random, MAX_BYTES);
        Set<Object> outcomes = new HashSet<>();
        List<byte[]> pool = new ArrayList<>();
        long inputs = 0;
        try (FuzzWatchdog watchdog = new FuzzWatchdog(name + ", seed " + seed)) {
            for (Corpus.Entry entry : corpus.entries()) {
                outcomes.add(give(target, watchdog, entry.bytes(), "corpus file " + entry.name()));
                pool.add(entry.bytes());
            }
            while (budget.allows(inputs)) {
                byte[] input = pool.isEmpty() || random.nextInt(4) == 0 ? generator.apply(random)
                    : mutation.change(pool.get(random.nextInt(pool.size())), pool.get(random.nextInt(pool.size())));
                Object outcome = give(target, watchdog, input, "input " + inputs + ", run again with -Dspine.seed=" + seed);
                if (outcomes.add(outcome)) {
                    keep(pool, input, random);
                }
                inputs++;
            }
        }
        return new Summary(seed, inputs, outcomes.size());
    }

    private void keep(List<byte[]> pool, byte[] input, Random random) {
        if (pool.size() < MAX_POOL) {
            pool.add(input);
        } else {
            pool.set(corpus.entries().size() + random.nextInt(MAX_POOL - corpus.entries().size()), input);
        }
    }

    private Object give(FuzzTarget target, FuzzWatchdog watchdog, byte[] input, String which) {
        watchdog.begins(input);
        try {
            return target.run(input.clone());
        } catch (Exception | StackOverflowError | AssertionError | OutOfMemoryError e) {
            throw new AssertionError(name + ", " + which + ": " + e + "\ninput: " + HexFormat.of().formatHex(input), e);
        } finally {
            watchdog.ends();
        }
    }
}
