package dev.spine.extension.ardma.host.compile;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Supplier;

/** What compiled code looks at while it runs, beside what the Java machine does anyway. Immutable. Any thread. */
public abstract sealed class Checks {
    /** Steps, fuel, and bounds and rights of each access: a run does exactly what the interpreter does. */
    public static final Checks ALL = new All();
    /**
     * None of them: only the Java machine's own. Such code is for a server whose clients are trusted. It makes no steps that count, a run
     * without end takes the card out of service, an access outside of an area costs the call, and one against its rights is done.
     */
    public static final Checks NONE = new None();

    private static final MethodTypeDesc PAYS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_int);

    private Checks() {}

    /** {@return whether runs end by their steps, and calls of the form by their fuel} */
    abstract boolean counts();

    /** Enters a method, unless there is no fuel for it. */
    abstract void enter(CodeBuilder code, ClassDesc owner, int units, Label tooDear);

    /** Takes the steps of a block. */
    abstract void begin(CodeBuilder code, int steps, int count, Supplier<Label> tooMany);

    /** Jumps back, unless there is no fuel for it. */
    abstract void jumpBack(CodeBuilder code, int fuel, int price, Label target, Supplier<Label> again);

    /** Compares where an access begins with the last place where it may, both in locals; that is at least -1, which is nowhere. */
    abstract void access(CodeBuilder code, int begin, int last, Label fails);

    private static final class All extends Checks {
        @Override
        boolean counts() {
            return true;
        }

        @Override
        void enter(CodeBuilder code, ClassDesc owner, int units, Label tooDear) {
            code.aload(0).loadConstant(units).invokevirtual(owner, "pays", PAYS).ifeq(tooDear);
        }

        @Override
        void begin(CodeBuilder code, int steps, int count, Supplier<Label> tooMany) {
            code.iinc(steps, -count).iload(steps).iflt(tooMany.get());
        }

        @Override
        void jumpBack(CodeBuilder code, int fuel, int price, Label target, Supplier<Label> again) {
            code.iinc(fuel, -price).iload(fuel).iflt(again.get()).goto_(target);
        }

        @Override
        void access(CodeBuilder code, int begin, int last, Label fails) {
            // One jump for both ends: only a place at or behind the first and before or at the last one makes neither number negative.
            code.lload(last).lload(begin).lsub().lload(begin).lor().lconst_0().lcmp().iflt(fails);
        }
    }

    private static final class None extends Checks {
        @Override
        boolean counts() {
            return false;
        }

        @Override
        void enter(CodeBuilder code, ClassDesc owner, int units, Label tooDear) {
            // Whoever calls it does not ask.
        }

        @Override
        void begin(CodeBuilder code, int steps, int count, Supplier<Label> tooMany) {
            // Nobody counts.
        }

        @Override
        void jumpBack(CodeBuilder code, int fuel, int price, Label target, Supplier<Label> again) {
            code.goto_(target);
        }

        @Override
        void access(CodeBuilder code, int begin, int last, Label fails) {
            // The buffer looks at its own bounds.
        }
    }
}
