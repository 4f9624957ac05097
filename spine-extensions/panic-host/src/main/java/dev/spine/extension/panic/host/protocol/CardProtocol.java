package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.compile.ProgramTooLargeException;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;

/** The program of a protocol on a card. Used as {@link PanicCard}. */
final class CardProtocol implements AutoCloseable {
    private final PanicCard card;
    private final PdlProgram text;
    private final int id;

    /** Loads the program of a protocol; it does not run. */
    CardProtocol(PanicCard card, String name) {
        this.card = card;
        text = PdlText.read(ProtocolText.of(name)).program()
            .orElseThrow(() -> new IllegalStateException(name + ".pdl has mistakes: spine pdl check shows them"));
        try {
            id = card.load(PdlCompiler.compile(text));
        } catch (ProgramTooLargeException e) {
            throw new IllegalStateException(name + ".pdl", e);
        }
    }

    /** {@return the program of a protocol, which runs; what cannot be is left as it was, and the segment is given back} */
    static CardProtocol running(PanicCard card, String name, PanicSegment segment) {
        CardProtocol loaded = null;
        try {
            loaded = new CardProtocol(card, name);
            card.run(loaded.id);
            return loaded;
        } catch (RuntimeException e) {
            try (segment) {
                if (loaded != null) {
                    loaded.close();
                }
            }
            throw e;
        }
    }

    void send(int trigger, int... words) {
        card.send(id, trigger, words);
    }

    /** {@return a variable's first word} While the program runs, of some moment. */
    int value(String variable) {
        int at = 0;
        for (PdlProgram.Variable each : text.variables()) {
            if (each.name().equals(variable)) {
                return card.read(id, at, 1)[0];
            }
            at += each.words();
        }
        throw new IllegalArgumentException("program " + id + " has no variable '" + variable + "'");
    }

    /** Takes the program off the card, whatever it does. */
    @Override
    public void close() {
        card.unload(id);
    }
}
