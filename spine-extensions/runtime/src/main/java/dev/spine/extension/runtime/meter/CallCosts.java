package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.AllowList;
import dev.spine.extension.runtime.verify.AllowedMember;
import dev.spine.extension.runtime.verify.Cost;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What calls of methods outside the image cost: as the allow-list says, and dearly where it says nothing. */
final class CallCosts {
    private static final String API = "dev/spine/extension/api/";
    /** Classes whose methods run nothing of an extension when their cost is the same for each call. */
    private static final Set<String> RUN_NOTHING = Set.of("java/lang/Math", "java/lang/StrictMath", "java/lang/Character",
        "java/lang/Boolean", "java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte", "java/lang/Float",
        "java/lang/Double", "java/lang/String", "java/lang/StringBuilder", API + "Buffer", API + "Counter", API + "Message",
        API + "OutgoingMessage", API + "Route", API + "Surface", API + "Store", API + "TransferRequest", API + "PixelFormat",
        API + "PacketFilter");
    private static final int UNKNOWN_WORK = 8;
    private static final int UNKNOWN_BYTES = 64;

    private CallCosts() {}

    /**
     * {@return what a call costs}
     *
     * @param owner the class outside the image whose method is called
     * @param name the method's name
     * @param descriptor its type
     */
    static AllowedMember of(String owner, String name, String descriptor) {
        AllowedMember member = AllowList.standard().member(owner, name, descriptor);
        return member != null ? member : unknown(owner, name, descriptor);
    }

    /** A call that no verified class makes: everything that it gets is weighed. */
    private static AllowedMember unknown(String owner, String name, String descriptor) {
        List<Cost.Term> work = new ArrayList<>();
        List<Cost.Term> bytes = new ArrayList<>();
        List<ClassDesc> parameters = MethodTypeDesc.ofDescriptor(descriptor).parameterList();
        for (int i = Cost.Operand.RECEIVER; i < parameters.size(); i++) {
            if (i == Cost.Operand.RECEIVER || !parameters.get(i).isPrimitive()) {
                List<Cost.Operand> operand = List.of(new Cost.Operand(i, true));
                work.add(new Cost.Term(UNKNOWN_WORK, 0, operand));
                bytes.add(new Cost.Term(UNKNOWN_BYTES, 0, operand));
            }
        }
        return new AllowedMember(owner, name, descriptor, new Cost(UNKNOWN_WORK, work), new Cost(UNKNOWN_BYTES, bytes));
    }

    /** {@return whether a call neither runs anything of the extension nor costs more for larger operands} */
    static boolean isPlain(AllowedMember member) {
        return RUN_NOTHING.contains(member.owner()) && member.cost().isConstant() && member.bytes().isConstant();
    }
}
