package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.Activation;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FuelTest {
    private static SimulatedCard card() {
        return SimulatedCard.with(PanicExtension.class).on(HarnessEngine.MODELLED).start();
    }

    private static PanicCard library(SimulatedCard card) {
        return new PanicCard(new HostSide(card.runtime(), card.host(), card.hostMemory(), card.tasks()), card.extension().number());
    }

    private static final List<String> LOOPS = List.of("a = a + 1", "a = b[a MOD 8] * 3", "b[3] = a / 7", "DISPLAY a",
        "SEND b[0] LEN 64 AS 1 TO 9", "SEND b[0] LEN 4096 AS 1 TO 9", "SEND b[0] LEN 64 AS 1 TO 9 AT 0:0:2:3:4:5:6:7",
        "SEND b[0] LEN 1400 AS 1 TO 9 AT 0:0:2:3:4:5:6:7", "SEND b[0] LEN 4096 AS 1 TO 9 AT 0:0:2:3:4:5:6:7",
        "IF a > 3 AND a < 9 OR a = 6 THEN a = 7", "a = CLOCK", "SEND b[0] LEN 64 AS 2 TO 1", "SEND b[0] LEN 4096 AS 2 TO 1",
        "DELIVER b[0] OFFSET 0 INTO 3 LEN 64", "GET b[0] OFFSET 0 FROM 3 LEN 64", "SET FLAG 3", "CLEAR LOCK 3", "a = FLAG(3)",
        "SEND b[0] LEN 8 AS 1 TO 0");

    @Test
    void measure() {
        for (String statement : LOOPS) {
            try (SimulatedCard card = card()) {
                card.extension().acceptHoldings();
                PanicCard panic = library(card);
                panic.control();
                panic.segment(3, 4096);
                panic.load(TestNodes.compile("PROGRAM L ID 1: VAR a, b[2048]; TRIGGERS 1, 2; BEGIN WHILE 1 DO " + statement
                    + " END; MESSAGE 1: BEGIN AWAIT END; MESSAGE 2: BEGIN END; END;"));
                card.settle();
                int before = card.activations().size();
                panic.run(1);
                for (int i = 0; i < 20; i++) {
                    card.pass(Duration.ofMillis(5));
                }
                List<Activation> all = card.activations();
                int most = 0;
                Activation a0 = null;
                for (Activation each : all.subList(before, all.size())) {
                    if (each.fuel() > most) {
                        most = each.fuel();
                        a0 = each;
                    }
                }
                System.out.println(statement + ": " + (all.size() - before) + " activations, most fuel " + most + " h" + (a0 == null ? "" : a0.what()) + " steps " + panic.program(1).steps() + " "
                    + panic.program(1).state() + " " + panic.program(1).fault());
                panic.close();
            }
        }
    }

    @Test
    void largest() throws Exception {
        ProgramWriter w = new ProgramWriter("n".repeat(63)).id(5).stack(64);
        for (int i = 0; i < 256; i++) {
            w.variable("v" + "x".repeat(59) + i, 64);
        }
        w.startUp();
        for (int i = 0; i < 32; i++) {
            w.block(1 + i);
        }
        while (w.codeBytes() < ProgramFormat.MAX_CODE_BYTES - 6) {
            if (w.codeBytes() < 4090) {
                w.statement(w.codeBytes() + 1);
            }
            w.op(Opcode.CLOCK).op(Opcode.DROP);
        }
        w.op(Opcode.STOP);
        byte[] file = w.toBytes();
        try (SimulatedCard card = card()) {
            card.extension().acceptHoldings();
            PanicCard panic = library(card);
            panic.load(file);
            card.settle();
            card.activations().stream().filter(a -> a.fuel() > 4000).forEach(a -> System.out.println(a.what() + " " + a.fuel() + " " + a.heapBytes() + " " + a.calls() + " " + a.lines().size() + " " + a.lines().stream().distinct().limit(40).toList()));
            System.out.println("largest " + file.length + " bytes: most fuel " + card.report().mostFuel() + " " + card.report());
            panic.unload(5); panic.load(file); card.activations().stream().filter(a -> a.fuel() > 4000).forEach(a -> System.out.println(a.what() + " " + a.fuel()));
            System.out.println("replaced: most fuel " + card.report().mostFuel());
        }
    }
}
