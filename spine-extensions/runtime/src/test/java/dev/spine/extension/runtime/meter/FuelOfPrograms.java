package dev.spine.extension.runtime.meter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs programs of a corpus metered and says what each took: in this virtual machine, or as a command in another one, which draws its
 * random numbers anew and may compile nothing.
 */
final class FuelOfPrograms {
    private static final int FUEL = 50_000_000;
    private static final int STACK = 16_384;

    private FuelOfPrograms() {}

    /**
     * What a program takes.
     *
     * @param fuel units of its runs; the first has all initialisers, and hash codes of objects count on from run to run
     * @param heap bytes of its first run
     * @param result what its first run returned
     */
    record Taken(List<Integer> fuel, long heap, String result) {
        /** The same with fewer runs. */
        Taken first(int runs) {
            return new Taken(List.copyOf(fuel.subList(0, runs)), heap, result);
        }
    }

    /**
     * Runs a program in a namespace of its own.
     *
     * @param packageName its package
     * @param classes its classes
     * @param times how often
     */
    static Taken run(String packageName, Map<String, byte[]> classes, int times) throws ReflectiveOperationException {
        MeteredProgram program = MeteredProgram.confined(classes);
        List<Integer> fuel = new ArrayList<>();
        long heap = 0;
        String result = "";
        for (int i = 0; i < times; i++) {
            // Each identity hash takes one of the thread's random numbers, so that the program would find others.
            int disturbed = new Object().hashCode();
            program.account.refill(FUEL, FUEL, STACK);
            Object returned = program.run(packageName);
            if (program.account.ended() != null) {
                throw new IllegalStateException(packageName + " was stopped in run " + i + " after " + disturbed);
            }
            fuel.add(program.account.usedFuel());
            if (i == 0) {
                heap = program.account.usedHeap();
                result = String.valueOf(returned);
            }
        }
        return new Taken(List.copyOf(fuel), heap, result);
    }

    /** Runs the classes of a directory, whose packages are programs, and prints what each took; the second argument is how often. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        Map<String, Map<String, byte[]>> programs = new TreeMap<>();
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                programs.computeIfAbsent(name.substring(0, name.indexOf('.')), key -> new TreeMap<>()).put(name, Files.readAllBytes(file));
            }
        }
        for (Map.Entry<String, Map<String, byte[]>> program : programs.entrySet()) {
            System.out.println(program.getKey() + " " + run(program.getKey(), program.getValue(), Integer.parseInt(arguments[1])));
        }
    }
}
