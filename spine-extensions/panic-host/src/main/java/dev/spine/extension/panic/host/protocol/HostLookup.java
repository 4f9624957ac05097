package dev.spine.extension.panic.host.protocol;

import java.util.ArrayList;
import java.util.List;

/** The host's twin of {@code lookup.pdl}: every host is interrupted for every question, and one answers. On the host's agent. */
public final class HostLookup implements HostProgram {
    private final HostMachine machine;
    private final LookupTable table;
    private final List<LookupAnswer> answers = new ArrayList<>();
    private int number;

    /**
     * A node of the directory.
     *
     * @param machine of the node
     * @param table its entries
     */
    public HostLookup(HostMachine machine, LookupTable table) {
        this.machine = machine;
        this.table = table;
        machine.run(Lookup.PROGRAM, this);
    }

    /**
     * Asks all other nodes.
     *
     * @param key not 0
     * @return the question's number
     */
    public int ask(int key) {
        number++;
        machine.send(HostMachine.EVERYBODY, Lookup.PROGRAM, Lookup.QUESTION, key, number);
        return number;
    }

    @Override
    public void onMessage(ProgramMessage message) {
        int[] words = message.words();
        if (message.trigger() == Lookup.QUESTION && words.length == 2 && table.has(words[0])) {
            machine.send(message.sender(), Lookup.PROGRAM, Lookup.ANSWER, words[1], words[0], table.value(words[0]));
        } else if (message.trigger() == Lookup.ANSWER && words.length == LookupAnswer.WORDS) {
            answers.add(LookupAnswer.of(words));
        }
    }

    /** {@return the answers so far} */
    public List<LookupAnswer> answers() {
        return List.copyOf(answers);
    }
}
