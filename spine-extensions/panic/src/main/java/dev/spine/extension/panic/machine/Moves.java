package dev.spine.extension.panic.machine;

/** Operations between the stack and the data area. */
final class Moves {
    private Moves() {}

    static final class Push extends Operation {
        private final int value;

        Push(int value) {
            this.value = value;
        }

        @Override
        void run(Machine machine) {
            machine.push(value);
        }
    }

    static final class Load extends Operation {
        private final int word;

        Load(int word) {
            this.word = word;
        }

        @Override
        void run(Machine machine) {
            machine.push(machine.word(word));
        }
    }

    static final class Store extends Operation {
        private final int word;

        Store(int word) {
            this.word = word;
        }

        @Override
        void run(Machine machine) {
            machine.setWord(word, machine.pop());
        }
    }

    static final class LoadIndexed extends Operation {
        private final int first;
        private final int words;

        LoadIndexed(int first, int words) {
            this.first = first;
            this.words = words;
        }

        @Override
        void run(Machine machine) {
            int index = machine.pop();
            if (index < 0 || index >= words) {
                machine.fault(Fault.INDEX);
            } else {
                machine.push(machine.word(first + index));
            }
        }
    }

    static final class LoadTwo extends Operation {
        private final int first;
        private final int words;

        LoadTwo(int first, int words) {
            this.first = first;
            this.words = words;
        }

        @Override
        void run(Machine machine) {
            int index = machine.pop();
            if (index < 0 || index >= words - 1) {
                machine.fault(Fault.INDEX);
            } else {
                machine.push(machine.word(first + index));
                machine.push(machine.word(first + index + 1));
            }
        }
    }

    static final class StoreIndexed extends Operation {
        private final int first;
        private final int words;

        StoreIndexed(int first, int words) {
            this.first = first;
            this.words = words;
        }

        @Override
        void run(Machine machine) {
            int index = machine.pop();
            int value = machine.pop();
            if (index < 0 || index >= words) {
                machine.fault(Fault.INDEX);
            } else {
                machine.setWord(first + index, value);
            }
        }
    }

    static final class Dup extends Operation {
        @Override
        void run(Machine machine) {
            machine.push(machine.peek(1));
        }
    }

    static final class Drop extends Operation {
        @Override
        void run(Machine machine) {
            machine.pop();
        }
    }
}
