package dev.spine.perf.benchmarks.panic;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.benchmarks.panic.JavaWork;
import dev.spine.extension.benchmarks.panic.MachineWork;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.compile.ProgramTooLargeException;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.host.translate.ProgramTranslator;
import dev.spine.extension.panic.host.translate.TranslatedProgram;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.WrongArgumentException;
import dev.spine.perf.benchmarks.meter.MeterVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: activations of PANIC programs interpreted, compiled, and written in Java, metered as on a card and not metered, in turn in
 * blocks, after a warm-up. Any thread.
 *
 * <p>{@code perf/bench panic.MachineBench [blocks]}: 100 unless given, half a minute.
 */
public final class MachineBench {
    private static final int WARM_UPS = 15;
    private static final int WORD = Integer.BYTES;
    private static final int PLACES = 512;
    private static final String LOOKUP = """
        PROGRAM Lookup ID 70:                # a directory: the owner's card answers
          VAR key[512], value[512], answer[2], h;
          TRIGGERS 1;
          BEGIN AWAIT END;
          MESSAGE 1: BEGIN
            h = PACKET[0] MOD 512;
            IF h < 0 THEN h = h + 512;
            WHILE key[h] <> PACKET[0] AND key[h] <> 0 DO h = (h + 1) MOD 512;
            answer[0] = PACKET[0];
            answer[1] = 0;
            IF key[h] <> 0 THEN answer[1] = value[h];
            SEND answer[0] LEN 8 AS 1 TO 70 AT SENDER;
            AWAIT
          END;
        END;
        """;

    /** What every activation takes. */
    private static final String EMPTY = "PROGRAM Empty: TRIGGERS 1; BEGIN AWAIT END; MESSAGE 1: BEGIN AWAIT END; END;";

    private final List<MeterVariant> variants = new ArrayList<>();
    private final List<Long> steps = new ArrayList<>();
    private final List<Integer> fuel = new ArrayList<>();

    private MachineBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many blocks
     */
    public static void main(String[] arguments) {
        Bench.main(MachineBench.class, arguments);
    }

    @Command(description = "Activations of PANIC programs interpreted, compiled and in Java, in turn in blocks.",
        footer = "Example: perf/bench panic.MachineBench 100")
    static void run(@Parameters(arity = "0..1", defaultValue = "100", description = "of each variant") int blocks,
        @Parameters(arity = "0..1", defaultValue = "docs/examples/pdl", description = "with gate.pdl and shape.pdl") Path programs)
        throws ProgramTooLargeException, ProgramException {
        MachineBench bench = new MachineBench();
        bench.add("empty", EMPTY, JavaWork.Empty.class, 16, _ -> { });
        // Of a message of zeros the key is right: so are those of the table.
        bench.add("gate", text(programs.resolve("gate.pdl")), JavaWork.Gate.class, 16, _ -> { });
        bench.add("shape", text(programs.resolve("shape.pdl")), JavaWork.Shape.class, 300, _ -> { });
        bench.add("lookup", LOOKUP, JavaWork.Lookup.class, 8, MachineBench::fill);
        for (int i = 0; i < WARM_UPS; i++) {
            bench.variants.forEach(MeterVariant::warmUp);
        }
        for (int i = 0; i < blocks; i++) {
            bench.variants.forEach(MeterVariant::block);
        }
        System.out.println(String.format(Locale.ROOT, "%-8s %-22s %6s %14s %10s %8s %8s %6s", "program", "variant", "steps",
            "ns an activation", "ns a step", "by java", "units", "bytes"));
        for (int i = 0; i < bench.variants.size(); i++) {
            MeterVariant each = bench.variants.get(i);
            System.out.println(String.format(Locale.ROOT, "%-8s %-22s %6d %16.1f %10.2f %8.2f %8d %6.2f", each.handler(), each.name(),
                bench.steps.get(i), each.ns(), each.ns() / bench.steps.get(i), each.ratio(), bench.fuel.get(i), each.bytes()));
        }
        System.out.println(bench.variants.stream().mapToLong(MeterVariant::sum).sum() == 1 ? " " : "");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new WrongArgumentException("cannot read " + file + ": name the directory of the programs behind the blocks");
        }
    }

    private void add(String name, String text, Class<? extends JavaWork> java, int payloadBytes, Consumer<Buffer> data)
        throws ProgramTooLargeException, ProgramException {
        PdlText read = PdlText.read(text);
        byte[] file = PdlCompiler.compile(read.program().orElseThrow(() -> new IllegalStateException(read.findings().toString())));
        TranslatedProgram form = ProgramTranslator.translate(ProgramReader.read(ProgramBytes.of(file)), name + ".pdl");
        Buffer payload = MachineSubject.buffer(payloadBytes);
        payload.put32(0, 3);
        payload.put32(WORD, 4);
        for (boolean isMetered : new boolean[] {true, false}) {
            MachineSubject twin = MachineSubject.java(java, isMetered, area(data), payload);
            MachineSubject interpreted = MachineSubject.program(MachineWork.class, isMetered, null, MachineSubject.buffer(file), area(data),
                payload);
            MachineSubject compiled = MachineSubject.program(MachineWork.class, isMetered, form, MachineSubject.buffer(file), area(data),
                payload);
            String how = isMetered ? "" : ", not metered";
            MeterVariant base = new MeterVariant(name, "java" + how, twin.loop(), null);
            variants.addAll(List.of(base, new MeterVariant(name, "interpreted" + how, interpreted.loop(), base),
                new MeterVariant(name, "compiled" + how, compiled.loop(), base)));
            fuel.addAll(List.of(twin.fuel(), interpreted.fuel(), compiled.fuel()));
            long made = compiled.steps();
            if (made != interpreted.steps()) {
                throw new IllegalStateException(name + " has other steps compiled: a defect");
            }
            steps.addAll(List.of(made, made, made));
        }
    }

    private static Buffer area(Consumer<Buffer> fill) {
        Buffer area = MachineSubject.buffer((2 * PLACES + 8) * WORD);
        fill.accept(area);
        return area;
    }

    /** The key 3 comes behind four others. */
    private static void fill(Buffer data) {
        for (int i = 0; i < 4; i++) {
            data.put32((3 + i) * WORD, 1_000 + i);
        }
        data.put32(7 * WORD, 3);
        data.put32((PLACES + 7) * WORD, 33);
    }
}
