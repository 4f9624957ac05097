package dev.spine.extension.runtime.verify;

import java.lang.classfile.BootstrapMethodEntry;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.List;
import java.util.Set;

/**
 * The bootstraps that javac uses, each by its exact shape. Those of the virtual machine's linking are not metered, so nothing else may run
 * there.
 */
final class Bootstraps {
    private static final String LAMBDA = "java/lang/invoke/LambdaMetafactory";
    private static final String CONCAT = "java/lang/invoke/StringConcatFactory";
    private static final String RECORD = "java/lang/runtime/ObjectMethods";
    private static final String SWITCH = "java/lang/runtime/SwitchBootstraps";
    /** Names that javac leaves in the pool for bootstraps and for the shapes; nothing can be done with them alone. */
    private static final Set<String> NAMED_ONLY = Set.of(LAMBDA, CONCAT, RECORD, SWITCH, "java/lang/invoke/MethodHandles",
        "java/lang/invoke/MethodHandles$Lookup", "java/lang/Class", "java/lang/invoke/MethodHandle", "java/lang/invoke/TypeDescriptor");
    private static final int BRIDGES = 4;
    private static final int MARKERS = 2;

    private Bootstraps() {}

    static boolean isNamedOnly(String internalName) {
        return NAMED_ONLY.contains(internalName);
    }

    /** Whether the bootstrap of a call in a class is one of javac's, with arguments of its shape. */
    static boolean isJavac(InvokeDynamicEntry call, ClassModel in) {
        BootstrapMethodEntry bootstrap = call.bootstrap();
        MethodHandleEntry handle = bootstrap.bootstrapMethod();
        MemberRefEntry method = handle.reference();
        if (handle.kind() != DirectMethodHandleDesc.Kind.STATIC.refKind) {
            return false;
        }
        List<LoadableConstantEntry> arguments = bootstrap.arguments();
        return switch (method.owner().asInternalName() + '.' + method.name().stringValue()) {
            case LAMBDA + ".metafactory" -> arguments.size() == 3 && isLambda(arguments);
            case LAMBDA + ".altMetafactory" -> isAlternative(arguments);
            case CONCAT + ".makeConcatWithConstants" -> !arguments.isEmpty()
                && arguments.stream().allMatch(Bootstraps::isPlain) && arguments.getFirst() instanceof StringEntry;
            case RECORD + ".bootstrap" -> ImageClasses.isRecord(in) && isRecord(arguments, in.thisClass())
                && isRecordMethod(call, in.thisClass());
            case SWITCH + ".typeSwitch", SWITCH + ".enumSwitch" -> arguments.stream().allMatch(
                argument -> argument instanceof ClassEntry || argument instanceof StringEntry || argument instanceof IntegerEntry);
            default -> false;
        };
    }

    private static boolean isPlain(LoadableConstantEntry argument) {
        return argument instanceof java.lang.classfile.constantpool.ConstantValueEntry;
    }

    private static boolean isLambda(List<LoadableConstantEntry> arguments) {
        return arguments.get(0) instanceof MethodTypeEntry && arguments.get(1) instanceof MethodHandleEntry
            && arguments.get(2) instanceof MethodTypeEntry;
    }

    /** Behind the flags come the number of markers and these, then the number of bridges and these, each where its flag is set. */
    private static boolean isAlternative(List<LoadableConstantEntry> arguments) {
        if (arguments.size() < 4 || !isLambda(arguments) || !(arguments.get(3) instanceof IntegerEntry flags)
            || (flags.intValue() & ~(BRIDGES | MARKERS)) != 0) {
            return false;
        }
        int at = (flags.intValue() & MARKERS) == 0 ? 4 : behind(arguments, 4, ClassEntry.class);
        at = (flags.intValue() & BRIDGES) == 0 ? at : behind(arguments, at, MethodTypeEntry.class);
        return at == arguments.size();
    }

    /** Where a number and so many entries of a kind end, or -1 when they are not there. */
    private static int behind(List<LoadableConstantEntry> arguments, int at, Class<? extends LoadableConstantEntry> kind) {
        if (at < 0 || at >= arguments.size() || !(arguments.get(at) instanceof IntegerEntry number)) {
            return -1;
        }
        int end = at + 1 + number.intValue();
        return end > at && end <= arguments.size() && arguments.subList(at + 1, end).stream().allMatch(kind::isInstance) ? end : -1;
    }

    private static boolean isRecord(List<LoadableConstantEntry> arguments, ClassEntry self) {
        return arguments.size() >= 2 && arguments.get(0) instanceof ClassEntry type && isSame(type, self)
            && arguments.get(1) instanceof StringEntry
            && arguments.stream().skip(2).allMatch(argument -> argument instanceof MethodHandleEntry handle
                && handle.kind() == DirectMethodHandleDesc.Kind.GETTER.refKind && handle.reference() instanceof FieldRefEntry field
                && isSame(field.owner(), self));
    }

    private static boolean isSame(ClassEntry one, ClassEntry other) {
        return one.name().equalsString(other.asInternalName());
    }

    /** Of the three methods that are made for records, with its type. */
    private static boolean isRecordMethod(InvokeDynamicEntry call, ClassEntry self) {
        String record = "(L" + self.asInternalName() + ";";
        return switch (call.name().stringValue()) {
            case "toString" -> call.type().equalsString(record + ")Ljava/lang/String;");
            case "hashCode" -> call.type().equalsString(record + ")I");
            case "equals" -> call.type().equalsString(record + "Ljava/lang/Object;)Z");
            default -> false;
        };
    }

    /** The interface of a lambda, and the markers beside it. */
    static boolean isLambda(InvokeDynamicEntry call) {
        return call.bootstrap().bootstrapMethod().reference().owner().name().equalsString(LAMBDA);
    }
}
